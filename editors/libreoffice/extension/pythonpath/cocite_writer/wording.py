"""The texts that a person reads, in the language of the office.

The menu has its own, in Addons.xcu. What the service says, such as the reasons of a suggestion, is
shown as it says it.
"""

from __future__ import annotations

from typing import Any

GERMAN = {
    # windows
    "Suggestions for this sentence": "Vorschläge für diesen Satz",
    "Insert citation": "Zitat einfügen",
    "Bibliography in style": "Literaturverzeichnis im Stil",
    "~Search": "~Suche",
    "Search": "Suchen",
    "~Pages": "Se~iten",
    "~Cite": "~Zitieren",
    "Close": "Schließen",
    "Cancel": "Abbrechen",
    "OK": "OK",
    "Asking Cocite…": "Cocite wird gefragt …",
    "Searching…": "Suche läuft …",
    "Nothing convincing. For: {sentence}": "Nichts Überzeugendes. Für: {sentence}",
    "For: {sentence}": "Für: {sentence}",
    "Nothing found.": "Nichts gefunden.",
    "Nothing found. Did you mean “{better}”?": "Nichts gefunden. Meinten Sie „{better}“?",
    "{count} found.": "{count} gefunden.",
    "cited here": "hier zitiert",
    "cited elsewhere": "anderswo zitiert",
    "n.d.": "o. J.",
    "{first} and {second}": "{first} und {second}",
    "A .csl file…": "Eine .csl-Datei …",
    "Author and date": "Autor und Jahr",
    "Numbered": "Nummeriert",
    "Author and title": "Autor und Titel",
    "Harvard (Cite Them Right)": "Harvard (Cite Them Right)",
    "Word document (.docx)": "Word-Dokument (.docx)",
    "Citation style (.csl)": "Zitierstil (.csl)",
    "document": "Dokument",
    # steps that can be undone
    "Cite papers": "Arbeiten zitieren",
    "Update citations": "Zitate aktualisieren",
    "Bibliography": "Literaturverzeichnis",
    # what is said
    "This sentence needs a citation.": "Dieser Satz braucht ein Zitat.",
    "No sentence seems to lack a citation.": "Keinem Satz scheint ein Zitat zu fehlen.",
    "No sentence that was read seems to lack a citation.": (
        "Keinem gelesenen Satz scheint ein Zitat zu fehlen."
    ),
    "No sentence was found in the document.": "Im Dokument wurde kein Satz gefunden.",
    "Saved with one citation as a Word field.": "Gespeichert, mit einem Zitat als Word-Feld.",
    "Saved with {count} citations as Word fields.": (
        "Gespeichert, mit {count} Zitaten als Word-Feldern."
    ),
    "These citations were edited by hand. Replace the edited text?": (
        "Diese Zitate wurden von Hand geändert. Den geänderten Text ersetzen?"
    ),
    "Of several papers in the order of the list, with ; between them": (
        "Bei mehreren Arbeiten in der Reihenfolge der Liste, durch ; getrennt"
    ),
    # what went wrong, and what to do
    "This citation was edited by hand, so no paper can be added to it.": (
        "Dieses Zitat wurde von Hand geändert; es lässt sich keine Arbeit hinzufügen."
    ),
    "Give it its formatted text again with Update citations and bibliography.": (
        "Ersetzen Sie den geänderten Text mit Zitate und Verzeichnis aktualisieren."
    ),
    "One paper is chosen, and pages are given for {parts}.": (
        "Gewählt ist eine Arbeit, Seiten sind für {parts} angegeben."
    ),
    "{papers} papers are chosen, and pages are given for {parts}.": (
        "Gewählt sind {papers} Arbeiten, Seiten sind für {parts} angegeben."
    ),
    "Write the pages of each paper in the order of the list, with ; between them.": (
        "Schreiben Sie die Seiten jeder Arbeit in der Reihenfolge der Liste, durch ; getrennt."
    ),
    "The macro asked for something that Cocite does not know: {reason}.": (
        "Das Makro verlangt etwas, das Cocite nicht kennt: {reason}."
    ),
    "See the names in the README.": "Die Namen stehen in der README.",
    "Cocite made a mistake ({reason}). Undo what it changed.": (
        "Cocite hat einen Fehler gemacht ({reason}). Machen Sie rückgängig, was es geändert hat."
    ),
    "No paper is chosen.": "Es ist keine Arbeit gewählt.",
    "Choose one or more in the list.": "Wählen Sie eine oder mehrere in der Liste.",
    "The document cites nothing yet.": "Das Dokument zitiert noch nichts.",
    "Insert a citation first.": "Fügen Sie zuerst ein Zitat ein.",
    "“{file}” cannot be written.": "„{file}“ kann nicht geschrieben werden.",
    "Choose another folder, or close the file where it is open.": (
        "Wählen Sie einen anderen Ordner, oder schließen Sie die Datei dort, wo sie offen ist."
    ),
    "The citation style “{file}” cannot be read.": "Der Zitierstil „{file}“ ist nicht lesbar.",
    "Choose a style anew with Bibliography in style.": (
        "Wählen Sie mit Literaturverzeichnis im Stil einen anderen."
    ),
    "There is no text document.": "Es gibt kein Textdokument.",
    "Open one in Writer and try again.": "Öffnen Sie eines in Writer und versuchen Sie es erneut.",
    "No text is selected.": "Es ist kein Text ausgewählt.",
    "Click into the sentence.": "Klicken Sie in den Satz.",
    "The document is open for reading only.": "Das Dokument ist nur zum Lesen geöffnet.",
    "Save a copy and cite there.": "Speichern Sie eine Kopie und zitieren Sie dort.",
    "LibreOffice keeps no citations in a file of this kind.": (
        "In einer Datei dieser Art bewahrt LibreOffice keine Zitate auf."
    ),
    "Save it as .odt; Cocite ▸ Save a copy for Word makes a .docx that keeps them.": (
        "Speichern Sie sie als .odt; Cocite ▸ Kopie für Word speichern macht eine .docx, die sie"
        " behält."
    ),
    "Zotero keeps the citations of this document as bookmarks.": (
        "Zotero hält die Zitate dieses Dokuments als Lesezeichen."
    ),
    "Switch to reference marks in Zotero ▸ Document Preferences, and try again.": (
        "Wechseln Sie in Zoteros Dokument-Einstellungen zu Referenzmarken, und versuchen Sie es"
        " erneut."
    ),
    "Open Cocite and switch on Settings ▸ Privacy ▸ Let other programs on this computer ask, "
    "or start “cocite serve”.": (
        "Öffnen Sie Cocite und schalten Sie Einstellungen ▸ Privatsphäre ▸ Andere Programme ein,"
        " oder starten Sie „cocite serve“."
    ),
    "Cocite does not answer.": "Cocite antwortet nicht.",
    "Cocite has not answered for {seconds:.0f} seconds.": (
        "Cocite hat seit {seconds:.0f} Sekunden nicht geantwortet."
    ),
    "Try again later.": "Versuchen Sie es später noch einmal.",
    "Cocite stopped while it was asked.": "Cocite wurde beendet, während es gefragt wurde.",
    "What answers is not Cocite.": "Was antwortet, ist nicht Cocite.",
    "Cocite does not accept the token in its file.": (
        "Cocite nimmt den Schlüssel in seiner Datei nicht an."
    ),
    "Switch its service off and on again, or start “cocite serve” again.": (
        "Schalten Sie seinen Dienst aus und wieder ein, oder starten Sie „cocite serve“ neu."
    ),
    "Cocite cannot do that.": "Das kann Cocite nicht.",
}
_spoken: dict[str, str] = {}


def speak(locale: str) -> None:
    """Say everything in the language of a locale such as ``de-AT`` from now on, else in English."""
    _spoken.clear()
    if locale.replace("_", "-").partition("-")[0].lower() == "de":
        _spoken.update(GERMAN)


def told(text: str, **values: object) -> str:
    """Return a text in the language that is spoken, with its values."""
    said = _spoken.get(text, text)
    return said.format(**values) if values else said


def no_gap_words(answer: dict[str, Any]) -> str:
    """Return what an answer of the service to "gaps" means if it has none.

    Of what was not read nothing is said to be complete.
    """
    if not answer["sentences"]:
        return told("No sentence was found in the document.")
    if unread := answer["reading"]["text"]:
        words = told("No sentence that was read seems to lack a citation.")
        return f"{words} {unread}"
    return told("No sentence seems to lack a citation.")
