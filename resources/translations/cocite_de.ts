<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>A literature assistant: it reads your manuscript and recommends papers from your own library. Nothing leaves this computer.

Free software under the GNU Affero General Public License, version 3 or later, without any warranty. “Licences” lists the packages it uses and their licences.</source>
        <translation>Ein Literaturassistent: Er liest Ihr Manuskript und empfiehlt Arbeiten aus Ihrer eigenen Bibliothek. Nichts verlässt diesen Rechner.

Freie Software unter der GNU Affero General Public License, Version 3 oder neuer, ohne jede Gewährleistung. „Lizenzen“ nennt die benutzten Pakete und ihre Lizenzen.</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>About Cocite</source>
        <translation>Über Cocite</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Not available now</source>
        <translation>Jetzt nicht möglich</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
</context>
<context>
    <name>AddReferences</name>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>As printed</source>
        <translation>Wie gedruckt</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>Autoren</translation>
    </message>
    <message>
        <source>Doubts</source>
        <translation>Zweifel</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>no authors were recognised</source>
        <translation>keine Autoren erkannt</translation>
    </message>
    <message>
        <source>no title was recognised</source>
        <translation>kein Titel erkannt</translation>
    </message>
    <message>
        <source>no year was recognised</source>
        <translation>kein Jahr erkannt</translation>
    </message>
    <message>
        <source>possibly “{title}” in your library</source>
        <translation>vielleicht „{title}“ der Bibliothek</translation>
    </message>
    <message>
        <source>this may not be the title</source>
        <translation>das ist vielleicht nicht der Titel</translation>
    </message>
    <message>
        <source>this title occurs more than once in the list</source>
        <translation>dieser Titel steht mehrmals in der Liste</translation>
    </message>
</context>
<context>
    <name>AddReferencesDialog</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln paper(s)</source>
        <translation>
            <numerusform>%Ln Arbeit aufnehmen</numerusform>
            <numerusform>%Ln Arbeiten aufnehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>Add references to the library</source>
        <translation>Literaturangaben in die Bibliothek aufnehmen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Appeared in</source>
        <translation>Erschienen in</translation>
    </message>
    <message>
        <source>Authors, year</source>
        <translation>Autoren, Jahr</translation>
    </message>
    <message>
        <source>Doubts</source>
        <translation>Zweifel</translation>
    </message>
    <message>
        <source>Looking the references up…</source>
        <translation>Die Literaturangaben werden nachgeschlagen…</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>References not in your library</source>
        <translation>Literaturangaben, die zu keiner Arbeit führen</translation>
    </message>
    <message>
        <source>Tick a reference first.</source>
        <translation>Zuerst eine Angabe ankreuzen.</translation>
    </message>
    <message>
        <source>Select all references</source>
        <translation>Alle Angaben ankreuzen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln reference(s) (is|are) not in your library.</source>
        <translation>
            <numerusform>%Ln Quelle ist nicht in Ihrer Bibliothek.</numerusform>
            <numerusform>%Ln Quellen sind nicht in Ihrer Bibliothek.</numerusform>
        </translation>
    </message>
    <message>
        <source>Select no reference</source>
        <translation>Keine Angabe ankreuzen</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Details recognised in the reference</source>
        <translation>Was vom Eintrag gelesen wurde</translation>
    </message>
</context>
<context>
    <name>Advice</name>
    <message>
        <source>There is too little here to train a model. Import PDFs of papers that cite one another, wait until their full texts are read, and try again.</source>
        <translation>Hier ist zu wenig, um ein Modell zu trainieren. PDFs von Arbeiten importieren, die einander zitieren, warten, bis ihre Volltexte gelesen sind, und erneut versuchen.</translation>
    </message>
    <message>
        <source>You can train, and judge the result. There is little to learn from: expect a small gain, or none.</source>
        <translation>Training und Beurteilung sind möglich. Es gibt wenig, woraus sich lernen lässt: Der Gewinn wird klein sein oder ausbleiben.</translation>
    </message>
    <message>
        <source>You can train, but nothing here can tell whether it helped: no held-out sentence cites a paper with an abstract.</source>
        <translation>Training ist möglich, aber nichts hier kann zeigen, ob es geholfen hat: Kein zurückgehaltener Satz zitiert eine Arbeit mit Abstract.</translation>
    </message>
    <message>
        <source>You can train, but there are too few citations to tell whether it helped (held-out sentences: {count}; needed: {needed}).</source>
        <translation>Das Training ist möglich, aber es gibt zu wenige Zitate, um zu sagen, ob es geholfen hat (zurückgehaltene Sätze: {count}; nötig: {needed}).</translation>
    </message>
    <message>
        <source>You can train: there is enough to learn from, and to judge the result.</source>
        <translation>Training ist möglich: Es gibt genug zum Lernen und zum Beurteilen.</translation>
    </message>
</context>
<context>
    <name>AgainView</name>
    <message numerus="yes">
        <source>%Ln decision(s)</source>
        <translation>
            <numerusform>%Ln Entscheidung</numerusform>
            <numerusform>%Ln Entscheidungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new citing sentence(s)</source>
        <translation>
            <numerusform>%Ln neuer zitierender Satz</numerusform>
            <numerusform>%Ln neue zitierende Sätze</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Start training</source>
        <translation>Training &amp;starten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Counting new training data</source>
        <translation>Neues wird gesucht</translation>
    </message>
    <message>
        <source>Counting new training data…</source>
        <translation>Neues wird gesucht…</translation>
    </message>
    <message>
        <source>No figures yet</source>
        <translation>Noch keine Zahlen</translation>
    </message>
    <message>
        <source>To keep what it has learned, the model also repeats some of the {known} sentences it was trained on. Afterwards you see the results for the new and the old sentences.</source>
        <translation>Damit das Modell behält, was es wusste, geht es ebenso viele der {known} Sätze noch einmal durch, aus denen es früher gelernt hat. Danach sehen Sie, was es am Neuen gewonnen und ob es das Alte behalten hat.</translation>
    </message>
    <message>
        <source>Starting the training…</source>
        <translation>Das Training wird gestartet…</translation>
    </message>
    <message>
        <source>The training starts from “{model}” and learns from these. Decisions are the papers that you chose for sentences of your manuscripts, or refused for them.</source>
        <translation>Das Training geht von „{model}“ aus und lernt hieraus. Entscheidungen sind die Arbeiten, die Sie für Sätze Ihrer Manuskripte gewählt oder abgelehnt haben.</translation>
    </message>
    <message>
        <source>There is too little to learn from.</source>
        <translation>Es gibt zu wenig, woraus gelernt werden kann.</translation>
    </message>
    <message>
        <source>Train again with what was added</source>
        <translation>Weitertrainieren mit Neuem</translation>
    </message>
    <message>
        <source>Train “{model}” again with what was added</source>
        <translation>„{model}“ mit Neuem weitertrainieren</translation>
    </message>
    <message>
        <source>{amount} new since {date}</source>
        <translation>{amount} seit {date}</translation>
    </message>
    <message>
        <source>{sentences} and {decisions}</source>
        <translation>{sentences} und {decisions}</translation>
    </message>
</context>
<context>
    <name>Annotating</name>
    <message>
        <source>Add a note here</source>
        <translation>Notiz hier einfügen</translation>
    </message>
    <message>
        <source>Delete the highlight</source>
        <translation>Hervorhebung löschen</translation>
    </message>
    <message>
        <source>Delete the note</source>
        <translation>Notiz löschen</translation>
    </message>
    <message>
        <source>Deleted.</source>
        <translation>Gelöscht.</translation>
    </message>
    <message>
        <source>Edit the note</source>
        <translation>Notiz bearbeiten</translation>
    </message>
    <message>
        <source>Highlight</source>
        <translation>Hervorheben</translation>
    </message>
    <message>
        <source>Highlight and write a note</source>
        <translation>Hervorheben und Notiz schreiben</translation>
    </message>
    <message>
        <source>Highlight the selected text</source>
        <translation>Markierten Text hervorheben</translation>
    </message>
    <message>
        <source>Highlights and notes</source>
        <translation>Hervorhebungen und Notizen</translation>
    </message>
    <message>
        <source>PDF files (*.pdf)</source>
        <translation>PDF-Dateien (*.pdf)</translation>
    </message>
    <message>
        <source>Save a copy with notes</source>
        <translation>Kopie mit Notizen speichern</translation>
    </message>
    <message>
        <source>Select some text first.</source>
        <translation>Zuerst Text markieren.</translation>
    </message>
    <message>
        <source>Show highlights and notes ({0})</source>
        <translation>Hervorhebungen und Notizen zeigen ({0})</translation>
    </message>
    <message>
        <source>This library is open for reading only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>Writing “{0}”</source>
        <translation>„{0}“ wird geschrieben</translation>
    </message>
    <message numerus="yes">
        <source>Wrote “{name}” with %Ln highlight(s) or note(s).</source>
        <translation>
            <numerusform>„{name}“ mit %Ln Markierung oder Notiz geschrieben.</numerusform>
            <numerusform>„{name}“ mit %Ln Markierungen oder Notizen geschrieben.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AnnotationPanel</name>
    <message>
        <source>&amp;Note</source>
        <translation>&amp;Notiz</translation>
    </message>
    <message>
        <source>Another colour</source>
        <translation>Andere Farbe</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Delete it (Delete)</source>
        <translation>Löschen (Entf)</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Highlight something or write a note first.</source>
        <translation>Zuerst etwas hervorheben oder eine Notiz schreiben.</translation>
    </message>
    <message>
        <source>Highlights and notes</source>
        <translation>Hervorhebungen und Notizen</translation>
    </message>
    <message>
        <source>Note on the highlight</source>
        <translation>Notiz zur Hervorhebung</translation>
    </message>
    <message>
        <source>No highlights yet. Select text and click the highlighter, or right-click the text.</source>
        <translation>Noch ist nichts hervorgehoben. Text markieren und den Textmarker drücken, oder das Menü der rechten Maustaste nehmen.</translation>
    </message>
    <message>
        <source>Page {0}</source>
        <translation>Seite {0}</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Save a copy with notes…</source>
        <translation>Kopie mit Notizen speichern…</translation>
    </message>
    <message>
        <source>Your note on this passage</source>
        <translation>Was man sich zu dieser Stelle merken will</translation>
    </message>
    <message>
        <source>Save a PDF with highlights and notes for other programs</source>
        <translation>Ein PDF schreiben, dessen Hervorhebungen und Notizen andere Programme zeigen</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>with notes</source>
        <translation>mit Notizen</translation>
    </message>
</context>
<context>
    <name>Appearance</name>
    <message>
        <source>Table &amp;rows</source>
        <translation>Tabellen&amp;zeilen</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>100 % is the size of your system.</source>
        <translation>100 % ist die Größe des Systems.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Kompakt</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Pages of manuscripts stay white.</source>
        <translation>Seiten von Manuskripten bleiben weiß.</translation>
    </message>
    <message>
        <source>Roomy</source>
        <translation>Großzügig</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>Text&amp;größe</translation>
    </message>
    <message>
        <source>dark mode night colours</source>
        <translation>dark mode night colours dunkel Nacht Farben</translation>
    </message>
    <message>
        <source>density height spacing</source>
        <translation>density height spacing Dichte Höhe Abstand</translation>
    </message>
    <message>
        <source>zoom scale font large</source>
        <translation>zoom scale font large Schrift groß Skalierung</translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>Preparing the sample</source>
        <translation>Beispiel wird vorbereitet</translation>
    </message>
    <message>
        <source>This library is open for reading only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
</context>
<context>
    <name>AuditPanel</name>
    <message>
        <source>Check citations</source>
        <translation>Zitate prüfen</translation>
    </message>
    <message>
        <source>Checking the references…</source>
        <translation>Literaturverzeichnis wird geprüft…</translation>
    </message>
    <message>
        <source>Copied the reference audit.</source>
        <translation>Die Literaturprüfung ist kopiert.</translation>
    </message>
    <message>
        <source>Copy the list, to paste it into a message</source>
        <translation>Liste kopieren, um sie in eine Nachricht einzufügen</translation>
    </message>
    <message>
        <source>A check is running</source>
        <translation>Eine Prüfung läuft</translation>
    </message>
    <message>
        <source>Compare each citing sentence with the paper that it cites. Nothing is sent.</source>
        <translation>Jeden zitierenden Satz mit der Arbeit vergleichen, die er zitiert. Nichts wird gesendet.</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Findings ({0})</source>
        <translation>Befunde ({0})</translation>
    </message>
    <message>
        <source>Findings of the reference audit</source>
        <translation>Befunde der Literaturprüfung</translation>
    </message>
    <message>
        <source>Go to the entry</source>
        <translation>Zum Eintrag</translation>
    </message>
    <message>
        <source>Go to the other entry</source>
        <translation>Zum anderen Eintrag</translation>
    </message>
    <message>
        <source>Go to the paper in the library</source>
        <translation>Zur Arbeit in der Bibliothek</translation>
    </message>
    <message>
        <source>Go to the sentence</source>
        <translation>Zum Satz</translation>
    </message>
    <message numerus="yes">
        <source>Look up %Ln missing entr(y|ies) online</source>
        <translation>
            <numerusform>%Ln fehlenden Eintrag im Netz nachschlagen</numerusform>
            <numerusform>%Ln fehlende Einträge im Netz nachschlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>Reference audit</source>
        <translation>Literaturprüfung</translation>
    </message>
    <message>
        <source>Reference audit: {count}</source>
        <translation>Literaturprüfung: {count}</translation>
    </message>
    <message>
        <source>Save a page for reviewers, with every citation</source>
        <translation>Eine Seite für Gutachter mit jeder Zitat speichern</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>Bericht speichern…</translation>
    </message>
    <message>
        <source>Sends DOIs and titles to {services}</source>
        <translation>Sendet DOIs und Titel an {services}</translation>
    </message>
    <message>
        <source>Still checking</source>
        <translation>Wird noch geprüft</translation>
    </message>
    <message>
        <source>What to show of the audit</source>
        <translation>Was von der Prüfung gezeigt wird</translation>
    </message>
</context>
<context>
    <name>BibWatch</name>
    <message numerus="yes">
        <source>%Ln entr(y|ies) changed in the file and here.</source>
        <translation>
            <numerusform>%Ln Eintrag wurde in der Datei und hier geändert.</numerusform>
            <numerusform>%Ln Einträge wurden in der Datei und hier geändert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln paper(s) deleted from a .bib file are in the Trash.</source>
        <translation>
            <numerusform>%Ln aus einer .bib-Datei gelöschte Arbeit ist im Papierkorb.</numerusform>
            <numerusform>%Ln aus einer .bib-Datei gelöschte Arbeiten sind im Papierkorb.</numerusform>
        </translation>
    </message>
    <message>
        <source>Following .bib files</source>
        <translation>Folgen von .bib-Dateien</translation>
    </message>
</context>
<context>
    <name>Centre</name>
    <message>
        <source>Citations</source>
        <translation>Zitate</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Similar papers</source>
        <translation>Arbeiten wie diese</translation>
    </message>
    <message>
        <source>Select papers in the library, or a suggestion for a sentence, and choose “Find similar papers”; or drop papers here. From each neighbour you can go on, and back again.</source>
        <translation>Arbeiten in der Bibliothek oder einen Vorschlag zu einem Satz wählen und „Ähnliche Arbeiten suchen“; oder Arbeiten hier ablegen. Von jedem Nachbarn geht es weiter, und wieder zurück.</translation>
    </message>
    <message>
        <source>Show {kind}</source>
        <translation>{kind} zeigen</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Einzeln</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
</context>
<context>
    <name>ChosenFiles</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>CitationData</name>
    <message numerus="yes">
        <source>%Ln abstract(s)</source>
        <translation>
            <numerusform>%Ln Abstract</numerusform>
            <numerusform>%Ln Abstracts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged line(s)</source>
        <translation>
            <numerusform>%Ln beschädigte Zeile</numerusform>
            <numerusform>%Ln beschädigte Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new citation(s)</source>
        <translation>
            <numerusform>%Ln neues Zitat</numerusform>
            <numerusform>%Ln neue Zitate</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of your papers found</source>
        <translation>
            <numerusform>%Ln Ihrer Arbeiten gefunden</numerusform>
            <numerusform>%Ln Ihrer Arbeiten gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln record(s) with the id of a paper and another title left out</source>
        <translation>
            <numerusform>%Ln Datensatz mit der Kennung einer Arbeit und anderem Titel ausgelassen</numerusform>
            <numerusform>%Ln Datensätze mit der Kennung einer Arbeit und anderem Titel ausgelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>Adding citation data from {name}</source>
        <translation>Zitationsdaten aus {name} werden hinzugefügt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) contain nothing about your papers.</source>
        <translation>
            <numerusform>Nichts in %Ln Zeile betrifft eine Ihrer Arbeiten.</numerusform>
            <numerusform>Nichts in %Ln Zeilen betrifft eine Ihrer Arbeiten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show what was added</source>
        <translation>Hinzugefügtes zeigen</translation>
    </message>
    <message>
        <source>Removing {name}</source>
        <translation>{name} wird zurückgenommen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln notice(s) of retraction, concern or correction</source>
        <translation>
            <numerusform>%Ln Mitteilung über Rückzug, Bedenken oder Berichtigung</numerusform>
            <numerusform>%Ln Mitteilungen über Rückzug, Bedenken oder Berichtigung</numerusform>
        </translation>
    </message>
    <message>
        <source>These files were added before, and there are no new papers since.</source>
        <translation>Diese Dateien wurden schon hinzugefügt, und seitdem gibt es keine neuen Arbeiten.</translation>
    </message>
    <message>
        <source>This library is open for reading only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>Removed the data of “{name}”.</source>
        <translation>Zurückgenommen, was „{name}“ gesagt hat.</translation>
    </message>
    <message>
        <source>{name} and {count} more</source>
        <translation>{name} und {count} weitere</translation>
    </message>
</context>
<context>
    <name>CitationDataDialog</name>
    <message>
        <source>Add citation data</source>
        <translation>Zitationsdaten hinzufügen</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Dateien hinzufügen…</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Citation data</source>
        <translation>Zitationsdaten</translation>
    </message>
    <message>
        <source>Citation data that was added</source>
        <translation>Hinzugefügte Zitationsdaten</translation>
    </message>
    <message>
        <source>Files that OpenAlex, Crossref, Semantic Scholar, OpenCitations and Retraction Watch publish tell which of your papers cite each other, bring missing abstracts, and say which papers were retracted. Download them yourself: Cocite sends nothing and reads only what concerns your papers.</source>
        <translation>Dateien, die OpenAlex, Crossref, Semantic Scholar, OpenCitations und Retraction Watch veröffentlichen, sagen, welche Ihrer Arbeiten einander zitieren und welche zurückgezogen wurden, und enthalten fehlende Abstracts. Laden Sie sie selbst herunter: Cocite sendet nichts und übernimmt nur, was Ihre Arbeiten betrifft.</translation>
    </message>
    <message>
        <source>Its citations, abstracts and notices are removed from the library; abstracts you edited are kept. Add the files again to restore them.</source>
        <translation>Die Zitate, Abstracts und Mitteilungen daraus verlassen die Bibliothek; Abstracts, die Sie bearbeitet haben, bleiben. Fügen Sie die Dateien noch einmal hinzu, um alles wiederzubekommen.</translation>
    </message>
    <message>
        <source>No citation data was added yet.</source>
        <translation>Es wurden noch keine Zitationsdaten hinzugefügt.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Remove the data of “{name}”?</source>
        <translation>Zurücknehmen, was „{name}“ gesagt hat?</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Zurücknehmen…</translation>
    </message>
</context>
<context>
    <name>CitationPicker</name>
    <message>
        <source>Choose a paper first</source>
        <translation>Wählen Sie zuerst eine Arbeit</translation>
    </message>
    <message>
        <source>Chosen: {keys}</source>
        <translation>Gewählt: {keys}</translation>
    </message>
    <message>
        <source>Cite in your editor</source>
        <translation>Im Editor zitieren</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Sucht…</translation>
    </message>
    <message>
        <source>No paper matches “{typed}”.</source>
        <translation>Keine Arbeit passt zu „{typed}“.</translation>
    </message>
    <message>
        <source>Papers to cite</source>
        <translation>Arbeiten zum Zitieren</translation>
    </message>
    <message>
        <source>Search your library</source>
        <translation>Bibliothek durchsuchen</translation>
    </message>
    <message>
        <source>Suggestions for the text on the clipboard: “{text}”</source>
        <translation>Vorschläge für den Text in der Zwischenablage: „{text}“</translation>
    </message>
    <message>
        <source>Type a title or an author.</source>
        <translation>Geben Sie einen Titel oder Autor ein.</translation>
    </message>
</context>
<context>
    <name>CitationReport</name>
    <message>
        <source>Checking citations</source>
        <translation>Zitate werden geprüft</translation>
    </message>
    <message>
        <source>Looking up entries online</source>
        <translation>Einträge werden im Netz nachgeschlagen</translation>
    </message>
    <message>
        <source>Nothing to search in these papers of your library: import their PDFs or abstracts.</source>
        <translation>In diesen Arbeiten Ihrer Bibliothek gibt es nichts zu durchsuchen: ihre PDFs oder Abstracts importieren.</translation>
    </message>
    <message>
        <source>Read the passages: they do not judge the citation.</source>
        <translation>Lesen Sie die Stellen: Sie beurteilen die Zitat nicht.</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Webseite (*.html)</translation>
    </message>
    <message>
        <source>What the cited papers say</source>
        <translation>Was die zitierten Arbeiten sagen</translation>
    </message>
    <message>
        <source>Wrote the report to “{name}”.</source>
        <translation>Bericht in „{name}“ geschrieben.</translation>
    </message>
</context>
<context>
    <name>CitedEntries</name>
    <message>
        <source>Entries that the sentence cites</source>
        <translation>Einträge, die der Satz zitiert</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>What the cited papers say about this sentence</source>
        <translation>Was die zitierten Arbeiten zu diesem Satz sagen</translation>
    </message>
    <message>
        <source>in your library</source>
        <translation>in der Bibliothek</translation>
    </message>
    <message>
        <source>not in your library</source>
        <translation>nicht in der Bibliothek</translation>
    </message>
    <message>
        <source>“{part}” is not in the reference list</source>
        <translation>„{part}“ führt zu keinem Eintrag des Verzeichnisses</translation>
    </message>
</context>
<context>
    <name>CitedRow</name>
    <message>
        <source>Papers cited elsewhere in the manuscript that also fit here</source>
        <translation>Arbeiten, die das Manuskript an anderer Stelle zitiert und die auch hier passen</translation>
    </message>
    <message>
        <source>Already cited</source>
        <translation>Bereits zitiert</translation>
    </message>
</context>
<context>
    <name>Collector</name>
    <message>
        <source>Added 1 paper to “{name}”.</source>
        <translation>1 Arbeit zu „{name}“ hinzugefügt.</translation>
    </message>
    <message>
        <source>Added {count} papers to “{name}”.</source>
        <translation>{count} Arbeiten zu „{name}“ hinzugefügt.</translation>
    </message>
    <message>
        <source>Create collection</source>
        <translation>Sammlung anlegen</translation>
    </message>
    <message>
        <source>Name of a collection for this paper:</source>
        <translation>Name einer Sammlung für diese Arbeit:</translation>
    </message>
    <message>
        <source>Name of a collection for {count} papers:</source>
        <translation>Name einer Sammlung für {count} Arbeiten:</translation>
    </message>
    <message>
        <source>New collection</source>
        <translation>Neue Sammlung</translation>
    </message>
    <message>
        <source>New collection…</source>
        <translation>Neue Sammlung…</translation>
    </message>
    <message>
        <source>This library is open for reading only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
</context>
<context>
    <name>ColumnModel</name>
    <message>
        <source>loading</source>
        <translation>wird geladen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>Columns</name>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>Autoren</translation>
    </message>
    <message>
        <source>Citation key</source>
        <translation>Zitierschlüssel</translation>
    </message>
    <message>
        <source>Cited by</source>
        <translation>Zitiert</translation>
    </message>
    <message>
        <source>DOI</source>
        <translation>DOI</translation>
    </message>
    <message>
        <source>Full text</source>
        <translation>Volltext</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Es fehlt</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Erschienen in</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Enter runs the command, Esc closes the list.</source>
        <translation>Eingabe führt aus, Esc geht zurück.</translation>
    </message>
    <message>
        <source>No matching command</source>
        <translation>Kein passender Befehl</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>Befehle durchsuchen</translation>
    </message>
    <message>
        <source>Type a command</source>
        <translation>Was soll geschehen?</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>Fields of the papers, side by side</source>
        <translation>Felder der Arbeiten nebeneinander</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Bleibt</translation>
    </message>
    <message>
        <source>Merged into this paper</source>
        <translation>Geht darin auf</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>all kept</source>
        <translation>alle behalten</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
</context>
<context>
    <name>ConflictsDialog</name>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Changed on both sides</source>
        <translation>Auf beiden Seiten geändert</translation>
    </message>
    <message>
        <source>Click the value that is to stay. What you do not choose stays as it is on both sides.</source>
        <translation>Klicken Sie auf den Wert, der bleiben soll. Was Sie nicht wählen, bleibt auf beiden Seiten, wie es ist.</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>In der Datei</translation>
    </message>
    <message>
        <source>In the library</source>
        <translation>In der Bibliothek</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>the entry</source>
        <translation>der Eintrag</translation>
    </message>
</context>
<context>
    <name>ContextSlider</name>
    <message>
        <source>Context, from this sentence to the whole manuscript</source>
        <translation>Kontext, von diesem Satz bis zum ganzen Manuskript</translation>
    </message>
    <message>
        <source>This sentence</source>
        <translation>Dieser Satz</translation>
    </message>
    <message>
        <source>Whole manuscript</source>
        <translation>Ganzes Manuskript</translation>
    </message>
    <message>
        <source>How much of the manuscript around the sentence the search uses</source>
        <translation>Wie viel vom Manuskript rund um den Satz die Suche nutzt</translation>
    </message>
</context>
<context>
    <name>CorpusStep</name>
    <message>
        <source>&amp;Check</source>
        <translation>&amp;Prüfen</translation>
    </message>
    <message>
        <source>A corpus &amp;folder</source>
        <translation>Ein &amp;Korpusordner</translation>
    </message>
    <message>
        <source>Check the training data first.</source>
        <translation>Zuerst prüfen, woraus gelernt wird.</translation>
    </message>
    <message>
        <source>Checking the corpus</source>
        <translation>Korpus wird geprüft</translation>
    </message>
    <message>
        <source>Checking the training data</source>
        <translation>Lernstoff wird geprüft</translation>
    </message>
    <message>
        <source>Choose a corpus folder</source>
        <translation>Korpusordner wählen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Corpus folder</source>
        <translation>Korpusordner</translation>
    </message>
    <message>
        <source>Corpus folder (papers, fulltexts and edges)</source>
        <translation>Ordner mit Arbeiten, Volltexten und Kanten</translation>
    </message>
    <message>
        <source>My &amp;library, with its papers, full texts and citations</source>
        <translation>Meine &amp;Bibliothek: ihre Arbeiten, Volltexte und Zitate</translation>
    </message>
    <message>
        <source>Name a folder first.</source>
        <translation>Zuerst einen Ordner angeben.</translation>
    </message>
    <message>
        <source>Wait until the corpus is checked.</source>
        <translation>Warten, bis der Korpus geprüft ist.</translation>
    </message>
    <message>
        <source>Training data</source>
        <translation>Woraus soll das Modell lernen?</translation>
    </message>
    <message>
        <source>There is too little to learn from.</source>
        <translation>Es gibt zu wenig, woraus sich lernen lässt.</translation>
    </message>
    <message>
        <source>Check the training data</source>
        <translation>Prüfen, ob es genug zum Lernen gibt</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Cocite made a mistake</source>
        <translation>Fehler in Cocite</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>An error occurred in Cocite</source>
        <translation>In Cocite ist ein Fehler aufgetreten</translation>
    </message>
    <message>
        <source>Your library is safe. The report below contains no text of your manuscripts; please send it to the authors. Restart Cocite if it behaves oddly.</source>
        <translation>Die Bibliothek ist unversehrt: Was gespeichert war, bleibt gespeichert. Der Bericht enthält keinen Text von Manuskripten; bitte den Autoren senden. Verhält sich Cocite seltsam, hilft ein Neustart.</translation>
    </message>
</context>
<context>
    <name>CslStyle</name>
    <message>
        <source>Author and date</source>
        <translation>Autor und Jahr</translation>
    </message>
    <message>
        <source>Author and title</source>
        <translation>Autor und Titel</translation>
    </message>
    <message>
        <source>Choose a citation style</source>
        <translation>Zitierstil wählen</translation>
    </message>
    <message>
        <source>Citation styles (*.csl)</source>
        <translation>Zitierstile (*.csl)</translation>
    </message>
    <message>
        <source>From a .csl file…</source>
        <translation>Aus einer .csl-Datei…</translation>
    </message>
    <message>
        <source>Numbered</source>
        <translation>Nummeriert</translation>
    </message>
</context>
<context>
    <name>Curves</name>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>MRR on held-out citations (dashed: before)</source>
        <translation>MRR an zurückgehaltenen Zitaten (gestrichelt: vorher)</translation>
    </message>
    <message>
        <source>Preparing the curves…</source>
        <translation>Kurven werden vorbereitet…</translation>
    </message>
    <message>
        <source>R@10 on held-out citations (dashed: before)</source>
        <translation>R@10 an zurückgehaltenen Zitaten (gestrichelt: vorher)</translation>
    </message>
</context>
<context>
    <name>Decisions</name>
    <message numerus="yes">
        <source>Merged %Ln group(s) of duplicates.</source>
        <translation>
            <numerusform>%Ln Gruppe von Dubletten zusammengeführt.</numerusform>
            <numerusform>%Ln Gruppen von Dubletten zusammengeführt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Merging duplicates</source>
        <translation>Dubletten werden zusammengeführt</translation>
    </message>
</context>
<context>
    <name>DetailsPane</name>
    <message>
        <source>&amp;Note</source>
        <translation>&amp;Notiz</translation>
    </message>
</context>
<context>
    <name>DeviceStep</name>
    <message>
        <source>Looking for devices…</source>
        <translation>Geräte werden gesucht…</translation>
    </message>
    <message>
        <source>Device for the training</source>
        <translation>Auf welchem Gerät soll trainiert werden?</translation>
    </message>
</context>
<context>
    <name>Devices</name>
    <message>
        <source>The CPU is used because no graphics card was found.</source>
        <translation>Es wird der Prozessor benutzt, weil keine Grafikkarte gefunden wurde.</translation>
    </message>
    <message>
        <source>{kind}: {title} · {free} of {total} free</source>
        <translation>{kind}: {title} · {free} von {total} frei</translation>
    </message>
</context>
<context>
    <name>DevicesDialog</name>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Looking for devices</source>
        <translation>Geräte werden gesucht</translation>
    </message>
    <message>
        <source>Looking for devices…</source>
        <translation>Geräte werden gesucht…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>{device} · used first</source>
        <translation>{device} · wird zuerst benutzt</translation>
    </message>
</context>
<context>
    <name>DrawingState</name>
    <message>
        <source>Drawing the map</source>
        <translation>Karte wird gezeichnet</translation>
    </message>
    <message>
        <source>Progress of the map</source>
        <translation>Fortschritt der Karte</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>You can keep working.</source>
        <translation>Währenddessen kann weitergearbeitet werden.</translation>
    </message>
</context>
<context>
    <name>Duplicates</name>
    <message>
        <source>Abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>Autoren</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Known as</source>
        <translation>Bekannt als</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Erschienen in</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>{0} papers to review</source>
        <translation>{0} Arbeiten, bitte ansehen</translation>
    </message>
    <message>
        <source>{0} papers, certain</source>
        <translation>{0} Arbeiten, sicher</translation>
    </message>
    <message>
        <source>{0} versions</source>
        <translation>{0} Fassungen</translation>
    </message>
</context>
<context>
    <name>DuplicatesPage</name>
    <message>
        <source>Click a value, or press Space, to use it; click a heading to keep that paper.</source>
        <translation>Klick oder Leertaste übernimmt einen Wert; ein Klick auf den Spaltenkopf behält diese Arbeit.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Different papers</source>
        <translation>Verschiedene Arbeiten</translation>
    </message>
    <message>
        <source>Groups of similar papers</source>
        <translation>Gruppen von Arbeiten, die sich gleichen</translation>
    </message>
    <message>
        <source>In each group, the paper with the most details is kept and gets the files, tags, collections, notes and citations of the others. You can undo this.</source>
        <translation>In jeder Gruppe bleibt die Arbeit mit den meisten Angaben und übernimmt Dateien, Schlagwörter, Sammlungen, Notizen und Zitate der anderen. Rückgängig bringt alle zurück.</translation>
    </message>
    <message>
        <source>Exclude this paper</source>
        <translation>Diese auslassen</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Looking for duplicates</source>
        <translation>Dubletten werden gesucht</translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln Gruppe</numerusform>
            <numerusform>%Ln Gruppen</numerusform>
        </translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>Merge all certain duplicates…</source>
        <translation>Alle sicheren zusammenführen…</translation>
    </message>
    <message>
        <source>Merge {0} papers into {1}?</source>
        <translation>{0} Arbeiten zu {1} zusammenführen?</translation>
    </message>
    <message>
        <source>Merged at import</source>
        <translation>Beim Import zusammengeführt</translation>
    </message>
    <message>
        <source>No duplicates</source>
        <translation>Keine Dubletten</translation>
    </message>
    <message>
        <source>{groups}, {sure} certain</source>
        <translation>{groups}, davon {sure} sicher</translation>
    </message>
    <message>
        <source>No certain duplicates</source>
        <translation>Keine sicheren Dubletten</translation>
    </message>
    <message>
        <source>No two papers of the library seem to be the same. Papers with the same identifier, the same title, or a title with a typing error would be shown here, side by side.</source>
        <translation>Keine zwei Arbeiten der Bibliothek scheinen dieselbe zu sein. Arbeiten mit gleicher Kennung, gleichem Titel oder einem Titel mit Tippfehler stünden hier nebeneinander.</translation>
    </message>
    <message>
        <source>The search was cancelled. Press “Search again” to find all duplicates.</source>
        <translation>Die Suche wurde vor dem Ende angehalten; über Dubletten ist darum nichts bekannt. „Erneut suchen“ sucht noch einmal.</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Search stopped</source>
        <translation>Suche angehalten</translation>
    </message>
    <message>
        <source>Select a group first.</source>
        <translation>Zuerst eine Gruppe wählen.</translation>
    </message>
    <message>
        <source>This library is open for reading only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>Titles, authors, years and identifiers of all papers are being compared.</source>
        <translation>Titel, Autoren, Jahre und Kennungen aller Arbeiten werden verglichen.</translation>
    </message>
    <message>
        <source>Versions of one paper</source>
        <translation>Fassungen einer Arbeit</translation>
    </message>
    <message>
        <source>Select at least two papers to compare.</source>
        <translation>Zum Vergleich mindestens zwei Arbeiten wählen.</translation>
    </message>
</context>
<context>
    <name>EditDialog</name>
    <message>
        <source>&amp;Citation key</source>
        <translation>&amp;Zitierschlüssel</translation>
    </message>
    <message>
        <source>&amp;Keywords,
with commas</source>
        <translation>&amp;Stichwörter,
durch Kommas getrennt</translation>
    </message>
    <message>
        <source>&amp;Link</source>
        <translation>&amp;Link</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Titel</translation>
    </message>
    <message>
        <source>&amp;Venue</source>
        <translation>Erschienen &amp;in</translation>
    </message>
    <message>
        <source>A DOI begins with “10.”, as in 10.1000/182.</source>
        <translation>Eine DOI beginnt mit „10.“, etwa 10.1000/182.</translation>
    </message>
    <message>
        <source>A citation key has no blanks, commas, braces or quotation marks.</source>
        <translation>Ein Zitierschlüssel enthält keine Leerzeichen, Kommas, Klammern oder Anführungszeichen.</translation>
    </message>
    <message>
        <source>A link begins with http:// or https://.</source>
        <translation>Ein Link beginnt mit http:// oder https://.</translation>
    </message>
    <message>
        <source>A paper needs a citation key.</source>
        <translation>Eine Arbeit braucht einen Zitierschlüssel.</translation>
    </message>
    <message>
        <source>A paper needs a title.</source>
        <translation>Eine Arbeit braucht einen Titel.</translation>
    </message>
    <message>
        <source>A&amp;bstract</source>
        <translation>A&amp;bstract</translation>
    </message>
    <message>
        <source>A&amp;uthors,
one per line</source>
        <translation>&amp;Autoren,
einer je Zeile</translation>
    </message>
    <message>
        <source>An arXiv id looks like 2103.00020.</source>
        <translation>Eine arXiv-Nummer sieht aus wie 2103.00020.</translation>
    </message>
    <message>
        <source>Edit details</source>
        <translation>Angaben bearbeiten</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>Other &amp;ids,
one per line</source>
        <translation>Weitere &amp;Kennungen,
eine je Zeile</translation>
    </message>
    <message>
        <source>Other fields are lines such as “volume: 12”; “{0}” is not.</source>
        <translation>Weitere Felder sind Zeilen wie „volume: 12“; „{0}“ ist keine.</translation>
    </message>
    <message>
        <source>Save details</source>
        <translation>Angaben speichern</translation>
    </message>
    <message>
        <source>a&amp;rXiv</source>
        <translation>a&amp;rXiv</translation>
    </message>
    <message>
        <source>&amp;Date</source>
        <translation>&amp;Datum</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>&amp;Mehr</translation>
    </message>
    <message>
        <source>2016 or 2016-05-12</source>
        <translation>2016 oder 2016-05-12</translation>
    </message>
    <message>
        <source>D&amp;OI</source>
        <translation>D&amp;OI</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Other &amp;fields,
“name: value”</source>
        <translation>Andere &amp;Felder,
„Name: Wert“</translation>
    </message>
    <message>
        <source>T&amp;ype</source>
        <translation>A&amp;rt</translation>
    </message>
    <message>
        <source>The check digit of “{0}” is wrong; check the number.</source>
        <translation>Die Prüfziffer von „{0}“ passt nicht: Eine Ziffer könnte falsch sein.</translation>
    </message>
    <message>
        <source>“{0}” end before they start.</source>
        <translation>„{0}“ enden, bevor sie beginnen.</translation>
    </message>
    <message>
        <source>“{0}” is kept as it is typed; a date looks like 2016-05-12.</source>
        <translation>„{0}“ bleibt, wie es dasteht; ein Datum sieht aus wie 2016-05-12.</translation>
    </message>
    <message>
        <source>“{0}” is not a valid ISSN (example: 2049-3630).</source>
        <translation>„{0}“ ist keine ISSN wie 2049-3630: Eine Ziffer könnte falsch sein.</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>A map cannot be kept in a library that is open for reading only.</source>
        <translation>In einer nur zum Lesen geöffneten Bibliothek lässt sich keine Karte aufbewahren.</translation>
    </message>
    <message>
        <source>A paper needs a title.</source>
        <translation>Eine Arbeit braucht einen Titel.</translation>
    </message>
    <message>
        <source>A saved search needs a name.</source>
        <translation>Eine gespeicherte Suche braucht einen Namen.</translation>
    </message>
    <message>
        <source>Add it first: cocite models add FOLDER.</source>
        <translation>Es zuerst hinzufügen: cocite models add ORDNER.</translation>
    </message>
    <message>
        <source>An earlier version used other scores to choose the best state. From here on it is chosen again.</source>
        <translation>Eine frühere Version hat den besten Stand nach anderen Werten gewählt, die sich mit diesen nicht vergleichen lassen. Ab hier wird der beste neu gesucht.</translation>
    </message>
    <message>
        <source>Start it again.</source>
        <translation>Ihn neu beginnen.</translation>
    </message>
    <message>
        <source>Check that you have permission to read the file.</source>
        <translation>Prüfen, ob es eine Datei ist, die gelesen werden darf.</translation>
    </message>
    <message>
        <source>Check that the disk is connected and that you have permission to open the folder.</source>
        <translation>Prüfen, ob der Datenträger verbunden ist und der Ordner geöffnet werden darf.</translation>
    </message>
    <message>
        <source>Check that the file exists and that you have permission to read it.</source>
        <translation>Prüfen, ob die Datei da ist und gelesen werden darf.</translation>
    </message>
    <message>
        <source>Check that you have permission to open it.</source>
        <translation>Prüfen, ob sie geöffnet werden darf.</translation>
    </message>
    <message>
        <source>Check that you have permission to read it.</source>
        <translation>Prüfen, ob sie gelesen werden darf.</translation>
    </message>
    <message>
        <source>Check the name and the folder of the file.</source>
        <translation>Name und Ort der Datei prüfen.</translation>
    </message>
    <message>
        <source>Check the name.</source>
        <translation>Den Namen prüfen.</translation>
    </message>
    <message>
        <source>Check the path and the spelling.</source>
        <translation>Pfad und Schreibweise prüfen.</translation>
    </message>
    <message>
        <source>Choose a .csl file.</source>
        <translation>Eine .csl-Datei wählen.</translation>
    </message>
    <message>
        <source>Choose a PDF file, or export one.</source>
        <translation>Eine PDF-Datei wählen oder eine exportieren.</translation>
    </message>
    <message>
        <source>Choose a PDF file.</source>
        <translation>Eine PDF-Datei wählen.</translation>
    </message>
    <message>
        <source>Choose an existing folder.</source>
        <translation>Einen vorhandenen Ordner wählen.</translation>
    </message>
    <message>
        <source>Choose another backup.</source>
        <translation>Eine andere Sicherung wählen.</translation>
    </message>
    <message>
        <source>Choose another folder for the library.</source>
        <translation>Einen anderen Ordner für die Bibliothek wählen.</translation>
    </message>
    <message>
        <source>Choose another folder, or import something into this one to create a library.</source>
        <translation>Einen anderen Ordner wählen oder in diesen etwas importieren, um eine Bibliothek anzulegen.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>Choose another style, or download the .csl file again.</source>
        <translation>Einen anderen Stil wählen oder die .csl-Datei noch einmal herunterladen.</translation>
    </message>
    <message>
        <source>Choose the file with the manuscript.</source>
        <translation>Die Datei mit dem Manuskript wählen.</translation>
    </message>
    <message>
        <source>Choose the folder where new papers are saved.</source>
        <translation>Den Ordner wählen, in dem Arbeiten eintreffen.</translation>
    </message>
    <message>
        <source>Choose the manuscript&apos;s main .tex file.</source>
        <translation>Die .tex-Hauptdatei des Manuskripts wählen.</translation>
    </message>
    <message>
        <source>Close the other program, or wait until it is done.</source>
        <translation>Das andere Programm schließen oder warten, bis es fertig ist.</translation>
    </message>
    <message>
        <source>Cocite (recommended)</source>
        <translation>Cocite (empfohlen)</translation>
    </message>
    <message>
        <source>Copy the library to a folder on this computer.</source>
        <translation>Die Bibliothek in einen Ordner auf diesem Rechner kopieren.</translation>
    </message>
    <message>
        <source>Copy the library to a folder where you have permission to write.</source>
        <translation>Die Bibliothek in einen Ordner mit Schreibrecht kopieren.</translation>
    </message>
    <message>
        <source>Different DOIs</source>
        <translation>Verschiedene DOIs</translation>
    </message>
    <message>
        <source>Different arXiv ids</source>
        <translation>Verschiedene arXiv-Nummern</translation>
    </message>
    <message>
        <source>Download or export the file again.</source>
        <translation>Die Datei erneut herunterladen oder exportieren.</translation>
    </message>
    <message>
        <source>Redraw the map.</source>
        <translation>Sie erneut zeichnen.</translation>
    </message>
    <message>
        <source>Every chosen paper is in the list already.</source>
        <translation>Jede gewählte Arbeit steht schon im Verzeichnis.</translation>
    </message>
    <message>
        <source>Every citation leads to an entry, every entry is cited, and none is listed twice.</source>
        <translation>Jedes Zitat führt zu einem Eintrag, jeder Eintrag wird zitiert, und keiner steht zweimal da.</translation>
    </message>
    <message>
        <source>Every sentence that seems to need a citation has one.</source>
        <translation>Jeder Satz, der ein Zitat zu brauchen scheint, hat eines.</translation>
    </message>
    <message>
        <source>Export the library in several parts.</source>
        <translation>Jeweils einen Teil der Bibliothek exportieren, wie Zotero es kann.</translation>
    </message>
    <message>
        <source>Export the file again, or correct it in a text editor.</source>
        <translation>Die Datei an ihrer Quelle neu exportieren oder in einem Texteditor ausbessern.</translation>
    </message>
    <message>
        <source>Free some memory and draw the map again.</source>
        <translation>Speicher freigeben und die Karte erneut zeichnen.</translation>
    </message>
    <message>
        <source>Free some space and try again. Everything saved before is safe.</source>
        <translation>Platz schaffen und erneut versuchen. Alles zuvor Gespeicherte ist sicher.</translation>
    </message>
    <message>
        <source>Free some space and try again. Nothing was changed.</source>
        <translation>Platz schaffen und erneut versuchen. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>If it was merged into another one, undo that merge first.</source>
        <translation>Wurde sie mit einer anderen zusammengeführt, zuerst das rückgängig machen.</translation>
    </message>
    <message>
        <source>Import the paper from a file and link the entry to it.</source>
        <translation>Die Arbeit aus einer Datei importieren und den Eintrag damit verknüpfen.</translation>
    </message>
    <message>
        <source>Install Cocite again, or use another model.</source>
        <translation>Cocite neu installieren oder ein anderes Modell verwenden.</translation>
    </message>
    <message>
        <source>Install Cocite again.</source>
        <translation>Cocite neu installieren.</translation>
    </message>
    <message>
        <source>Install the model again, or use another one (cocite models list).</source>
        <translation>Das Modell neu installieren oder ein anderes verwenden (cocite models list).</translation>
    </message>
    <message>
        <source>Install the newer version of Cocite. The library was not changed.</source>
        <translation>Die neuere Version von Cocite installieren. Die Bibliothek wurde nicht geändert.</translation>
    </message>
    <message>
        <source>It may have been deleted.</source>
        <translation>Er wurde vielleicht gelöscht.</translation>
    </message>
    <message>
        <source>Judge the model again.</source>
        <translation>Das Modell erneut beurteilen.</translation>
    </message>
    <message>
        <source>Learns from citing sentences, and from which papers are cited together.</source>
        <translation>Lernt aus zitierenden Sätzen und daraus, welche Arbeiten gemeinsam zitiert werden.</translation>
    </message>
    <message>
        <source>Learns from the texts of papers alone: summaries, titles and sentences of the same paper become similar.</source>
        <translation>Lernt allein aus den Texten der Arbeiten: Zusammenfassungen, Titel und Sätze derselben Arbeit werden einander ähnlich.</translation>
    </message>
    <message>
        <source>Wait until it has finished.</source>
        <translation>Ihn zuerst enden lassen.</translation>
    </message>
    <message>
        <source>Look the id up in the library; it is shown with each paper.</source>
        <translation>Die Kennung in der Bibliothek nachsehen; sie steht bei jeder Arbeit.</translation>
    </message>
    <message>
        <source>Create a smaller .bib file with only the papers that the manuscript cites.</source>
        <translation>Eine kleinere .bib-Datei aus dem machen, was das Manuskript zitiert.</translation>
    </message>
    <message>
        <source>Merge the two papers if they are the same.</source>
        <translation>Die beiden Arbeiten zusammenführen, wenn sie dieselbe sind.</translation>
    </message>
    <message>
        <source>Model to start from: the name of an installed model, or a folder.</source>
        <translation>Ausgangsmodell: der Name eines installierten Modells oder ein Ordner.</translation>
    </message>
    <message>
        <source>Name a folder that does not exist yet.</source>
        <translation>Einen Ordner nennen, den es noch nicht gibt.</translation>
    </message>
    <message>
        <source>Name of the new model. Empty: made from the recipe and the base model.</source>
        <translation>Name des neuen Modells. Leer: aus Rezept und Ausgangsmodell gebildet.</translation>
    </message>
    <message>
        <source>New entries for the reference list</source>
        <translation>Neue Einträge für das Literaturverzeichnis</translation>
    </message>
    <message>
        <source>No author in common</source>
        <translation>Keine gemeinsamen Autoren</translation>
    </message>
    <message>
        <source>No longer in the manuscript</source>
        <translation>Nicht mehr im Manuskript</translation>
    </message>
    <message>
        <source>No other model was in use before.</source>
        <translation>Vorher war kein anderes Modell in Gebrauch.</translation>
    </message>
    <message>
        <source>No paper was chosen yet.</source>
        <translation>Noch ist keine Arbeit gewählt.</translation>
    </message>
    <message>
        <source>One is a preprint, the other was published</source>
        <translation>Eine ist ein Preprint, die andere wurde veröffentlicht</translation>
    </message>
    <message>
        <source>One title is the other with a subtitle</source>
        <translation>Ein Titel ist der andere mit einem Untertitel</translation>
    </message>
    <message>
        <source>Open a single chapter instead of the whole.</source>
        <translation>Statt des Ganzen ein einzelnes Kapitel öffnen.</translation>
    </message>
    <message>
        <source>Open it in Word or LibreOffice and save it as .docx.</source>
        <translation>Es in Word oder LibreOffice öffnen und als .docx speichern.</translation>
    </message>
    <message>
        <source>Open it once for writing.</source>
        <translation>Sie einmal zum Schreiben öffnen.</translation>
    </message>
    <message>
        <source>Open the chapter you work on instead of the whole.</source>
        <translation>Statt des Ganzen das Kapitel öffnen, an dem gearbeitet wird.</translation>
    </message>
    <message>
        <source>Open the file in a PDF viewer and save it again.</source>
        <translation>Die Datei in einem PDF-Betrachter öffnen und neu speichern.</translation>
    </message>
    <message>
        <source>Papers are cited, but no reference list was found.</source>
        <translation>Arbeiten sind zitiert, aber kein Literaturverzeichnis wurde gefunden.</translation>
    </message>
    <message>
        <source>Pause it first.</source>
        <translation>Ihn zuerst anhalten.</translation>
    </message>
    <message>
        <source>Put it back there and try again.</source>
        <translation>Die Datei dorthin zurücklegen und erneut versuchen.</translation>
    </message>
    <message>
        <source>Rebuild it: cocite index.</source>
        <translation>Ihn neu anlegen: cocite index.</translation>
    </message>
    <message>
        <source>Restore a backup or a copy of the library (cocite restore). The damaged file was not changed.</source>
        <translation>Eine Sicherung oder Kopie der Bibliothek wiederherstellen (cocite restore). Die beschädigte Datei wurde nicht geändert.</translation>
    </message>
    <message>
        <source>Restore a backup: cocite restore.</source>
        <translation>Eine Sicherung zurückholen: cocite restore.</translation>
    </message>
    <message>
        <source>Same authors</source>
        <translation>Gleiche Autoren</translation>
    </message>
    <message>
        <source>Same first author</source>
        <translation>Gleicher erster Autor</translation>
    </message>
    <message>
        <source>Same title</source>
        <translation>Gleicher Titel</translation>
    </message>
    <message>
        <source>Same year</source>
        <translation>Gleiches Jahr</translation>
    </message>
    <message>
        <source>Save a copy without a password and use that.</source>
        <translation>Eine Kopie ohne Passwort speichern und diese verwenden.</translation>
    </message>
    <message>
        <source>Save a copy without pictures and attachments and use that.</source>
        <translation>Eine Kopie ohne Bilder und Anhänge speichern und diese verwenden.</translation>
    </message>
    <message>
        <source>Save it in a file and import that.</source>
        <translation>Ihn in einer Datei speichern und diese importieren.</translation>
    </message>
    <message>
        <source>Save only the pages of the paper in a PDF of their own.</source>
        <translation>Nur die Seiten der Arbeit in ein eigenes PDF speichern.</translation>
    </message>
    <message>
        <source>To list the backups, run: cocite restore.</source>
        <translation>Nachsehen, welche es gibt: cocite restore.</translation>
    </message>
    <message>
        <source>Set a smaller batch or fewer max_tokens.</source>
        <translation>Einen kleineren Stapel oder weniger max_tokens einstellen.</translation>
    </message>
    <message>
        <source>Split the file, or export it in parts.</source>
        <translation>Die Datei teilen oder in Teilen exportieren.</translation>
    </message>
    <message>
        <source>Still without a citation</source>
        <translation>Noch ohne Zitat</translation>
    </message>
    <message>
        <source>Stopped before the first state was saved.</source>
        <translation>Wie gewünscht angehalten, bevor es einen Stand zu behalten gab.</translation>
    </message>
    <message>
        <source>Remove the \input that includes the file itself.</source>
        <translation>Das \input entfernen, das zur Datei zurückführt.</translation>
    </message>
    <message>
        <source>The device ran out of memory.</source>
        <translation>Dem Gerät ging der Speicher aus.</translation>
    </message>
    <message>
        <source>The file is a database, but not a backup of a library.</source>
        <translation>Die Datei ist eine Datenbank, aber keine Sicherung einer Bibliothek.</translation>
    </message>
    <message>
        <source>The judgement cannot be read.</source>
        <translation>Das Urteil lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>The library&apos;s own folder cannot be watched: imported files are copied there.</source>
        <translation>Der Ordner der Bibliothek selbst lässt sich nicht überwachen: Importiertes wird dorthin kopiert.</translation>
    </message>
    <message>
        <source>The map could not be drawn.</source>
        <translation>Die Karte ließ sich nicht zeichnen.</translation>
    </message>
    <message>
        <source>The device does not have enough memory.</source>
        <translation>Der Speicher des Geräts reicht nicht.</translation>
    </message>
    <message>
        <source>The paper that the merge kept is no longer in the library.</source>
        <translation>Die Arbeit, in der die anderen aufgingen, ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>The pattern names no field of a paper.</source>
        <translation>Das Muster nennt kein Feld einer Arbeit.</translation>
    </message>
    <message>
        <source>The process that draws the map ended unexpectedly.</source>
        <translation>Der Prozess, der die Karte zeichnet, hat unerwartet geendet.</translation>
    </message>
    <message>
        <source>The run has no model to judge yet.</source>
        <translation>Der Lauf hat noch kein Modell zum Beurteilen.</translation>
    </message>
    <message>
        <source>The run has no model yet.</source>
        <translation>Der Lauf hat noch kein Modell.</translation>
    </message>
    <message>
        <source>The titles are nearly the same</source>
        <translation>Die Titel sind fast gleich</translation>
    </message>
    <message>
        <source>The titles differ in a letter</source>
        <translation>Die Titel unterscheiden sich in einem Buchstaben</translation>
    </message>
    <message>
        <source>The trainer belongs to another version of Cocite.</source>
        <translation>Der Trainer gehört zu einer anderen Version von Cocite.</translation>
    </message>
    <message>
        <source>This library keeps its vectors in Milvus, but the package pymilvus is not installed.</source>
        <translation>Diese Bibliothek hält ihre Vektoren in Milvus, aber das Paket pymilvus ist nicht installiert.</translation>
    </message>
    <message>
        <source>To cite</source>
        <translation>Zu zitieren</translation>
    </message>
    <message>
        <source>Type a name.</source>
        <translation>Einen Namen eingeben.</translation>
    </message>
    <message>
        <source>Type the title of the paper.</source>
        <translation>Den Titel der Arbeit eingeben.</translation>
    </message>
    <message>
        <source>Use a model that the recipe “reranker” has trained.</source>
        <translation>Ein Modell verwenden, das das Rezept „reranker“ trainiert hat.</translation>
    </message>
    <message>
        <source>Use an encoder here (cocite models list).</source>
        <translation>Hier einen Encoder verwenden (cocite models list).</translation>
    </message>
    <message>
        <source>Use another model (cocite models list), or train it again.</source>
        <translation>Ein anderes Modell verwenden (cocite models list) oder es neu trainieren.</translation>
    </message>
    <message>
        <source>Use another model first, then remove it.</source>
        <translation>Zuerst ein anderes Modell verwenden, dann entfernen.</translation>
    </message>
    <message>
        <source>Use letters, digits, - _ : or /.</source>
        <translation>Buchstaben, Ziffern, - _ : oder / verwenden.</translation>
    </message>
    <message>
        <source>Wait until the papers are indexed by meaning.</source>
        <translation>Warten, bis die Arbeiten nach Bedeutung indexiert sind.</translation>
    </message>
    <message>
        <source>a marker must be [start, end] within the text of its sentence</source>
        <translation>eine Marke muss [Anfang, Ende] innerhalb des Textes ihres Satzes sein</translation>
    </message>
    <message>
        <source>a number is expected</source>
        <translation>eine Zahl wird erwartet</translation>
    </message>
    <message>
        <source>a paragraph must be a list of sentences</source>
        <translation>ein Absatz muss eine Liste von Sätzen sein</translation>
    </message>
    <message>
        <source>a passage</source>
        <translation>eine Textstelle</translation>
    </message>
    <message>
        <source>a whole number is expected</source>
        <translation>eine ganze Zahl wird erwartet</translation>
    </message>
    <message>
        <source>all-MiniLM-L6-v2 as published: general sentence meaning, not trained on citations.</source>
        <translation>all-MiniLM-L6-v2 wie veröffentlicht: allgemeine Satzbedeutung, nicht mit Zitaten trainiert.</translation>
    </message>
    <message>
        <source>arXiv number</source>
        <translation>arXiv-Nummer</translation>
    </message>
    <message>
        <source>as published</source>
        <translation>wie veröffentlicht</translation>
    </message>
    <message>
        <source>cited by one of your papers</source>
        <translation>von einer Ihrer Arbeiten zitiert</translation>
    </message>
    <message>
        <source>claims something about the field in the introduction</source>
        <translation>behauptet in der Einleitung etwas über das Fach</translation>
    </message>
    <message>
        <source>collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Device to train on: cuda, cuda:1, mps or cpu. Empty: the fastest available.</source>
        <translation>Gerät, auf dem trainiert wird: cuda, cuda:1, mps oder cpu. Leer: das schnellste vorhandene.</translation>
    </message>
    <message>
        <source>describes data that others may have made</source>
        <translation>beschreibt Daten, die von anderen stammen könnten</translation>
    </message>
    <message>
        <source>in the list</source>
        <translation>im Verzeichnis</translation>
    </message>
    <message>
        <source>is damaged</source>
        <translation>ist auf eine Weise beschädigt, mit der sein Leser nicht rechnet</translation>
    </message>
    <message>
        <source>is damaged and crashed the reader</source>
        <translation>ist so beschädigt, dass der Leser abbricht</translation>
    </message>
    <message>
        <source>it has no title</source>
        <translation>es hat keinen Titel</translation>
    </message>
    <message>
        <source>letters, digits, dots, hyphens and underscores are expected, a letter first</source>
        <translation>Buchstaben, Ziffern, Punkte, Binde- und Unterstriche werden erwartet, zuerst ein Buchstabe</translation>
    </message>
    <message>
        <source>new entries for the list</source>
        <translation>neue Einträge für das Verzeichnis</translation>
    </message>
    <message>
        <source>new entry for the list</source>
        <translation>neuer Eintrag für das Verzeichnis</translation>
    </message>
    <message>
        <source>no title, DOI or arXiv id was found in the reference</source>
        <translation>in der Angabe wurde weder Titel noch DOI noch arXiv-Nummer gefunden</translation>
    </message>
    <message>
        <source>one of your papers</source>
        <translation>einer Ihrer Arbeiten</translation>
    </message>
    <message>
        <source>only the id is known; import the BibTeX entry or the PDF to fill in the rest</source>
        <translation>nur die Kennung ist bekannt, denn Cocite schlägt nichts im Netz nach; mit dem BibTeX-Eintrag oder dem PDF wird der Rest ergänzt</translation>
    </message>
    <message>
        <source>sentence without a citation</source>
        <translation>Satz noch ohne Zitat</translation>
    </message>
    <message>
        <source>sentence with papers to cite</source>
        <translation>Satz mit zu zitierenden Arbeiten</translation>
    </message>
    <message>
        <source>sentences without a citation</source>
        <translation>Sätze noch ohne Zitat</translation>
    </message>
    <message>
        <source>sentences with papers to cite</source>
        <translation>Sätze mit zu zitierenden Arbeiten</translation>
    </message>
    <message>
        <source>is next to sentences that cite</source>
        <translation>steht zwischen Sätzen mit Belegen</translation>
    </message>
    <message>
        <source>is in the section on related work</source>
        <translation>steht im Abschnitt über verwandte Arbeiten</translation>
    </message>
    <message>
        <source>is where papers often cite</source>
        <translation>steht, wo Arbeiten oft zitieren</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>Schlagwort</translation>
    </message>
    <message>
        <source>the address contains no DOI or arXiv id; Cocite does not download it</source>
        <translation>die Adresse nennt keine DOI oder arXiv-Nummer, und von dort wird nichts geholt</translation>
    </message>
    <message>
        <source>the full text has no id</source>
        <translation>der Volltext hat keine Kennung</translation>
    </message>
    <message>
        <source>the record has no title</source>
        <translation>der Datensatz hat keinen Titel</translation>
    </message>
    <message>
        <source>the text does not look like a reference</source>
        <translation>der Text sieht nicht wie eine Literaturangabe aus</translation>
    </message>
    <message>
        <source>the text is too long for one reference</source>
        <translation>der Text ist zu lang für eine Literaturangabe</translation>
    </message>
    <message>
        <source>BM25 queries</source>
        <translation>BM25-Anfragen</translation>
    </message>
    <message>
        <source>Choosing what to learn from</source>
        <translation>Lernbeispiele werden ausgewählt</translation>
    </message>
    <message>
        <source>Encoding papers</source>
        <translation>Arbeiten werden kodiert</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>Graph embedding</source>
        <translation>Einbettung des Zitationsgraphen</translation>
    </message>
    <message>
        <source>Import PDFs of at least two papers that cite others of this library, and wait until their full texts are read.</source>
        <translation>PDFs von mindestens zwei Arbeiten importieren, die andere dieser Bibliothek zitieren, und ihre Volltexte lesen lassen.</translation>
    </message>
    <message>
        <source>Measuring on held-out citations</source>
        <translation>Messung an zurückgehaltenen Zitaten</translation>
    </message>
    <message>
        <source>Mining hard negatives</source>
        <translation>Schwierige Negative werden gesucht</translation>
    </message>
    <message>
        <source>Neighbours in the citation graph</source>
        <translation>Nachbarn im Zitationsgraphen</translation>
    </message>
    <message>
        <source>No model could be measured: no paper held out of training cites a paper of this library that has an abstract.</source>
        <translation>Kein Modell konnte gemessen werden: Keine vom Training zurückgehaltene Arbeit zitiert eine Arbeit dieser Bibliothek, die einen Abstract hat.</translation>
    </message>
    <message>
        <source>Reading the corpus</source>
        <translation>Der Korpus wird gelesen</translation>
    </message>
    <message>
        <source>Saving the model</source>
        <translation>Das Modell wird gespeichert</translation>
    </message>
    <message>
        <source>Stopped; the last state was kept.</source>
        <translation>Wie gewünscht angehalten; der letzte Stand ist gesichert.</translation>
    </message>
    <message>
        <source>The model is trained; it could not be compared with its base.</source>
        <translation>Das Modell ist trainiert; mit seinem Ausgangsmodell ließ es sich nicht vergleichen.</translation>
    </message>
    <message>
        <source>The run is finished already.</source>
        <translation>Der Lauf ist schon fertig.</translation>
    </message>
    <message>
        <source>Trying how many examples fit into memory</source>
        <translation>Es wird probiert, wie viele Beispiele in den Speicher passen</translation>
    </message>
    <message>
        <source>summaries</source>
        <translation>Zusammenfassungen</translation>
    </message>
    <message>
        <source>A hard negative must score below this share of a cited paper&apos;s score, 0.8–1. Lower it when papers that are not cited are often relevant too.</source>
        <translation>Ein schwieriges Negativ muss unter diesem Anteil des Werts einer zitierten Arbeit liegen, 0,8–1. Senken, wenn auch nicht zitierte Arbeiten oft relevant sind.</translation>
    </message>
    <message>
        <source>Adam β₂</source>
        <translation>Adam β₂</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>Attention-Köpfe</translation>
    </message>
    <message>
        <source>Attention heads of the new layers, 1–16; the dimension must be a multiple of them. Rarely changed.</source>
        <translation>Attention-Köpfe der neuen Schichten, 1–16; die Dimension muss ein Vielfaches davon sein. Selten geändert.</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Batchgröße</translation>
    </message>
    <message>
        <source>BigGraph: batch size</source>
        <translation>BigGraph: Batchgröße</translation>
    </message>
    <message>
        <source>BigGraph: epochs</source>
        <translation>BigGraph: Epochen</translation>
    </message>
    <message>
        <source>BigGraph: initial scale</source>
        <translation>BigGraph: Anfangsskala</translation>
    </message>
    <message>
        <source>BigGraph: learning rate</source>
        <translation>BigGraph: Lernrate</translation>
    </message>
    <message>
        <source>BigGraph: maximum norm</source>
        <translation>BigGraph: größte Norm</translation>
    </message>
    <message>
        <source>BigGraph: margin</source>
        <translation>BigGraph: Margin</translation>
    </message>
    <message>
        <source>BigGraph: random negatives</source>
        <translation>BigGraph: zufällige Negative</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>Validation candidates</source>
        <translation>Kandidaten zur Validierung</translation>
    </message>
    <message>
        <source>Candidates of each question: the best hits of BM25, 2–100. Raise it when cited papers are rarely among them; more is slower.</source>
        <translation>Kandidaten jeder Frage: die besten Treffer von BM25, 2–100. Erhöhen, wenn zitierte Arbeiten selten darunter sind; mehr ist langsamer.</translation>
    </message>
    <message>
        <source>Score limit of hard negatives</source>
        <translation>Höchstwert schwieriger Negative</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>Behaltene Checkpoints</translation>
    </message>
    <message>
        <source>Citation triplets</source>
        <translation>Zitationstripel</translation>
    </message>
    <message>
        <source>BigGraph: undirected</source>
        <translation>BigGraph: ungerichtet</translation>
    </message>
    <message>
        <source>Citations per step of BigGraph, 1,000–100,000. Raise it for a large graph.</source>
        <translation>Zitate je Schritt von BigGraph, 1.000–100.000. Für einen großen Graphen erhöhen.</translation>
    </message>
    <message>
        <source>Cited papers used as positives of a sentence in one step, 1–5. Raise it when sentences cite many papers.</source>
        <translation>Zitierte Arbeiten, die in einem Schritt als Positive eines Satzes dienen, 1–5. Erhöhen, wenn Sätze viele Arbeiten zitieren.</translation>
    </message>
    <message>
        <source>Cited papers per sentence</source>
        <translation>Zitierte Arbeiten je Satz</translation>
    </message>
    <message>
        <source>Cited papers that BM25 did not find, added to each question, 0–10. Keep it at 0: in the publication they made the model much worse.</source>
        <translation>Zitierte Arbeiten, die BM25 nicht gefunden hat, zu jeder Frage hinzugefügt, 0–10. Bei 0 lassen: In der Veröffentlichung machten sie das Modell viel schlechter.</translation>
    </message>
    <message>
        <source>No citing paper as negative</source>
        <translation>Zitierende nie als Negativ</translation>
    </message>
    <message>
        <source>Number of citing sentences to train on, drawn once at random. 0: all. Lower it to save time.</source>
        <translation>Zahl der zitierenden Sätze, mit denen trainiert wird, einmal zufällig gezogen. 0: alle. Senken, um Zeit zu sparen.</translation>
    </message>
    <message>
        <source>Citing sentences used</source>
        <translation>Verwendete zitierende Sätze</translation>
    </message>
    <message>
        <source>Co-cited papers</source>
        <translation>Gemeinsam zitierte Arbeiten</translation>
    </message>
    <message>
        <source>Cocite reads {formats}, also packed with gzip.</source>
        <translation>Cocite liest {formats}, auch mit gzip gepackt.</translation>
    </message>
    <message>
        <source>Compile the model</source>
        <translation>Modell kompilieren</translation>
    </message>
    <message>
        <source>Compile the model with torch.compile before training. Turn it on for long runs on a GPU.</source>
        <translation>Das Modell vor dem Training mit torch.compile kompilieren. Für lange Läufe auf einer GPU einschalten.</translation>
    </message>
    <message>
        <source>Recompute intermediate results instead of keeping them: needs less memory and takes about a third longer. Turn it on when not even one example fits into memory.</source>
        <translation>Zwischenergebnisse neu berechnen, statt sie zu behalten: braucht weniger Speicher und dauert etwa ein Drittel länger. Einschalten, wenn nicht einmal ein Beispiel in den Speicher passt.</translation>
    </message>
    <message>
        <source>Decay rate of Adam&apos;s second moment in pretraining, 0.9–0.999. Lower it when the loss has spikes.</source>
        <translation>Abklingrate des zweiten Moments von Adam im Vortraining, 0,9–0,999. Senken, wenn der Verlust Spitzen hat.</translation>
    </message>
    <message>
        <source>Decay rate of Adam&apos;s second moment, 0.9–0.999. Lower it when the loss has spikes.</source>
        <translation>Abklingrate des zweiten Moments von Adam, 0,9–0,999. Senken, wenn der Verlust Spitzen hat.</translation>
    </message>
    <message>
        <source>Hidden dimension</source>
        <translation>Dimension der Schichten</translation>
    </message>
    <message>
        <source>Hidden dimension of a model that starts from random weights, 64–1,024; a multiple of the attention heads. Lower it to save time and memory.</source>
        <translation>Dimension der Schichten eines Modells, das mit zufälligen Gewichten beginnt, 64–1.024; ein Vielfaches der Attention-Köpfe. Senken, um Zeit und Speicher zu sparen.</translation>
    </message>
    <message>
        <source>Graph embedding dimension</source>
        <translation>Dimension der Grapheinbettung</translation>
    </message>
    <message>
        <source>Document encoder layers</source>
        <translation>Schichten des Dokumentkodierers</translation>
    </message>
    <message>
        <source>Documents per step of pretraining, 8–512. Larger batches train more steadily and take longer.</source>
        <translation>Dokumente je Schritt des Vortrainings, 8–512. Größere Batches trainieren ruhiger und dauern länger.</translation>
    </message>
    <message>
        <source>Draw easy negatives only from papers beyond the rank of the hard ones; off: from all papers. Turn it off only to compare.</source>
        <translation>Leichte Negative nur aus Arbeiten jenseits des Rangs der schwierigen ziehen; aus: aus allen Arbeiten. Nur zum Vergleichen ausschalten.</translation>
    </message>
    <message>
        <source>Draw new triplets in each epoch; off: use the same ones again. Turn it off only to reproduce the publication.</source>
        <translation>In jeder Epoche neue Tripel ziehen; aus: dieselben noch einmal verwenden. Nur ausschalten, um die Veröffentlichung zu reproduzieren.</translation>
    </message>
    <message>
        <source>Draw new context sentences in each epoch; off: use the same ones again. Turn it off only to compare.</source>
        <translation>In jeder Epoche neue Sätze des Kontexts ziehen; aus: dieselben noch einmal verwenden. Nur zum Vergleichen ausschalten.</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Earlier sentences</source>
        <translation>Frühere Sätze</translation>
    </message>
    <message>
        <source>Easy negatives per paper</source>
        <translation>Leichte Negative je Arbeit</translation>
    </message>
    <message>
        <source>Easy negatives exclude neighbours</source>
        <translation>Leichte Negative sind keine Nachbarn</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Early stopping: the training ends after so many validations without a better score. 0: never. Set it to 2–5 on long runs.</source>
        <translation>Frühes Ende: Das Training endet nach so vielen Validierungen ohne besseren Wert. 0: nie. Bei langen Läufen auf 2–5 setzen.</translation>
    </message>
    <message>
        <source>Micro-batch size</source>
        <translation>Größe der Teilbatches</translation>
    </message>
    <message>
        <source>Examples per step, over all processes, 8–512. Larger batches train more steadily and take longer; where the examples of a batch are each other&apos;s negatives, they also make the task harder.</source>
        <translation>Beispiele je Schritt, über alle Prozesse, 8–512. Größere Batches trainieren ruhiger und dauern länger; wo die Beispiele eines Batches einander als Negative dienen, wird auch die Aufgabe schwieriger.</translation>
    </message>
    <message>
        <source>Examples processed at the same time. 0: as many as fit into memory, found by trying. Set it when memory runs out all the same.</source>
        <translation>Beispiele, die gleichzeitig verarbeitet werden. 0: so viele, wie in den Speicher passen, durch Probieren gefunden. Setzen, wenn der Speicher dennoch nicht reicht.</translation>
    </message>
    <message>
        <source>How much often-cited papers are preferred when papers are drawn, 0–1: 0 draws all equally often, 1 in proportion to their citations. Lower it when few papers have most of the citations.</source>
        <translation>Wie stark oft zitierte Arbeiten beim Ziehen bevorzugt werden, 0–1: 0 zieht alle gleich oft, 1 im Verhältnis zu ihren Zitaten. Senken, wenn wenige Arbeiten die meisten Zitate haben.</translation>
    </message>
    <message>
        <source>File of summaries written by a language model (made with python -m training summaries). Empty: sentences of the abstracts are used in their place.</source>
        <translation>Datei mit Zusammenfassungen eines Sprachmodells (erzeugt mit python -m training summaries). Leer: An ihrer Stelle werden Sätze der Abstracts verwendet.</translation>
    </message>
    <message>
        <source>Folder of vectors</source>
        <translation>Ordner für Vektoren</translation>
    </message>
    <message>
        <source>Folder where the papers&apos; vectors are kept for later runs, where only queries are trained. Empty: in the folder of the run. Set it to save time when you train several times.</source>
        <translation>Ordner, in dem die Vektoren der Arbeiten für spätere Läufe bleiben, wo nur Anfragen trainiert werden. Leer: im Ordner des Laufs. Setzen, um bei mehreren Trainings Zeit zu sparen.</translation>
    </message>
    <message>
        <source>Text of a question</source>
        <translation>Text einer Frage</translation>
    </message>
    <message>
        <source>Train one encoder for manuscripts and another for papers, which doubles the weights. Turn it off when memory is short.</source>
        <translation>Je einen Kodierer für Manuskripte und für Arbeiten trainieren, was die Gewichte verdoppelt. Bei knappem Speicher ausschalten.</translation>
    </message>
    <message>
        <source>Gradient clipping</source>
        <translation>Gradientenbegrenzung</translation>
    </message>
    <message>
        <source>Graph neighbours</source>
        <translation>Nachbarn im Graphen</translation>
    </message>
    <message>
        <source>Hard negatives are nearest neighbours up to this rank, which must be well above that of the positives. 0: computed from the share below. Raise it when hard negatives are often cited.</source>
        <translation>Schwierige Negative sind nächste Nachbarn bis zu diesem Rang, der weit über dem der Positive liegen muss. 0: aus dem Anteil darunter berechnet. Erhöhen, wenn schwierige Negative oft zitiert werden.</translation>
    </message>
    <message>
        <source>Hard negatives to draw from</source>
        <translation>Schwierige Negative zur Auswahl</translation>
    </message>
    <message>
        <source>Hard negatives found for each sentence, from which those of a step are drawn, 5–100. Raise it for more variety and easier negatives.</source>
        <translation>Schwierige Negative, die je Satz gefunden und aus denen die eines Schritts gezogen werden, 5–100. Erhöhen für mehr Abwechslung und leichtere Negative.</translation>
    </message>
    <message>
        <source>Hard negatives of each paper per epoch, 1–5, taken from the last ranks before that limit. More make the task harder.</source>
        <translation>Schwierige Negative jeder Arbeit je Epoche, 1–5, von den letzten Rängen vor dieser Grenze. Mehr machen die Aufgabe schwieriger.</translation>
    </message>
    <message>
        <source>Hard negatives per paper</source>
        <translation>Schwierige Negative je Arbeit</translation>
    </message>
    <message>
        <source>Hard negatives per sentence</source>
        <translation>Schwierige Negative je Satz</translation>
    </message>
    <message>
        <source>Held-out citing sentences by which the best checkpoint is chosen, 50–1,000. More make the choice more reliable and the validation slower.</source>
        <translation>Zurückgehaltene zitierende Sätze, nach denen der beste Checkpoint gewählt wird, 50–1.000. Mehr machen die Wahl verlässlicher und die Validierung langsamer.</translation>
    </message>
    <message>
        <source>Held-out questions by which the best checkpoint is chosen, 50–500. More make the choice more reliable and the validation slower.</source>
        <translation>Zurückgehaltene Fragen, nach denen der beste Checkpoint gewählt wird, 50–500. Mehr machen die Wahl verlässlicher und die Validierung langsamer.</translation>
    </message>
    <message>
        <source>Peak learning rate, 1e-6 to 5e-4. Lower it when the loss jumps or the validation score falls, raise it when neither changes.</source>
        <translation>Höchste Lernrate, 1e-6 bis 5e-4. Senken, wenn der Verlust springt oder der Validierungswert fällt, erhöhen, wenn sich beides nicht ändert.</translation>
    </message>
    <message>
        <source>Hits of BM25 that are reordered for each validation question, 10–100. Lower it to save time.</source>
        <translation>Treffer von BM25, die für jede Frage der Validierung neu geordnet werden, 10–100. Senken, um Zeit zu sparen.</translation>
    </message>
    <message>
        <source>How much farther away a negative must be than the positive, 0.05–1. Raise it when the loss reaches zero early.</source>
        <translation>Wie viel weiter entfernt ein Negativ sein muss als das Positiv, 0,05–1. Erhöhen, wenn der Verlust früh null erreicht.</translation>
    </message>
    <message>
        <source>Weight of the squared vector lengths in the triplet loss, 0–0.1. Raise it when the loss falls only because vectors grow.</source>
        <translation>Gewicht der quadrierten Vektorlängen im Tripelverlust, 0–0,1. Erhöhen, wenn der Verlust nur fällt, weil Vektoren wachsen.</translation>
    </message>
    <message>
        <source>Weight decay of AdamW, 0–0.1, on all weights but biases and layer norms. Raise it when few examples are repeated often.</source>
        <translation>Weight Decay von AdamW, 0–0,1, auf alle Gewichte außer Biases und Layer-Norms. Erhöhen, wenn wenige Beispiele oft wiederholt werden.</translation>
    </message>
    <message>
        <source>Method that turns the citation graph into vectors. prone suits libraries; svd is simpler and less accurate; bigraph is that of the publication, for millions of papers.</source>
        <translation>Verfahren, das den Zitationsgraphen in Vektoren verwandelt. prone passt für Bibliotheken; svd ist einfacher und ungenauer; bigraph ist das der Veröffentlichung, für Millionen von Arbeiten.</translation>
    </message>
    <message>
        <source>How the learning rate falls after the warm-up. Linear suits most trainings; constant leaves it as it is.</source>
        <translation>Wie die Lernrate nach dem Warm-up fällt. Linear passt meistens; constant lässt sie, wie sie ist.</translation>
    </message>
    <message>
        <source>Import PDFs of papers that cite one another, and wait until their full texts are read.</source>
        <translation>PDFs von Arbeiten importieren, die einander zitieren, und ihre Volltexte lesen lassen.</translation>
    </message>
    <message>
        <source>Import PDFs with their reference lists; a corpus folder takes an edges.tsv of citing and cited ids.</source>
        <translation>PDFs mit ihren Literaturverzeichnissen importieren; ein Korpusordner nimmt eine edges.tsv mit zitierenden und zitierten Kennungen.</translation>
    </message>
    <message>
        <source>Import papers with abstracts.</source>
        <translation>Arbeiten mit Abstract importieren.</translation>
    </message>
    <message>
        <source>Inner dimension of the new layers. 0: four times the hidden dimension. Rarely changed.</source>
        <translation>Innere Dimension der neuen Schichten. 0: das Vierfache der Dimension der Schichten. Selten geändert.</translation>
    </message>
    <message>
        <source>Largest norm of a vector; longer ones are shortened to it. 1 as published; rarely changed.</source>
        <translation>Größte Norm eines Vektors; längere werden darauf gekürzt. 1 wie veröffentlicht; selten geändert.</translation>
    </message>
    <message>
        <source>Largest norm of the gradient, 0.1–10; longer gradients are scaled down. 0: no limit. Lower it when the loss has spikes.</source>
        <translation>Größte Norm des Gradienten, 0,1–10; längere Gradienten werden gekürzt. 0: keine Grenze. Senken, wenn der Verlust Spitzen hat.</translation>
    </message>
    <message>
        <source>Last rank of hard negatives</source>
        <translation>Letzter Rang schwieriger Negative</translation>
    </message>
    <message>
        <source>The same rank as a share of the papers in the graph, 0–1. Used only where the rank itself is 0. Raise it when hard negatives are often cited.</source>
        <translation>Derselbe Rang als Anteil der Arbeiten im Graphen, 0–1. Gilt nur, wo der Rang selbst 0 ist. Erhöhen, wenn schwierige Negative oft zitiert werden.</translation>
    </message>
    <message>
        <source>Last rank of positives</source>
        <translation>Letzter Rang der Positive</translation>
    </message>
    <message>
        <source>Latest checkpoints kept besides the best one, 1–10. Lower it when there is little room on the disk.</source>
        <translation>Neueste Checkpoints, die neben dem besten behalten werden, 1–10. Senken, wenn auf der Festplatte wenig Platz ist.</translation>
    </message>
    <message>
        <source>Layers of a sentence encoder that starts from random weights, 2–12. Lower it to save time and memory.</source>
        <translation>Schichten eines Satzkodierers, der mit zufälligen Gewichten beginnt, 2–12. Senken, um Zeit und Speicher zu sparen.</translation>
    </message>
    <message>
        <source>Layers of the decoder that predicts the masked sentences, 1–6. Lower it to save time and memory.</source>
        <translation>Schichten des Decoders, der die maskierten Sätze vorhersagt, 1–6. Senken, um Zeit und Speicher zu sparen.</translation>
    </message>
    <message>
        <source>Layers of the encoder that reads the vectors of a document&apos;s sentences, 1–6. Raise it when there are many full texts.</source>
        <translation>Schichten des Kodierers, der die Vektoren der Sätze eines Dokuments liest, 1–6. Erhöhen, wenn es viele Volltexte gibt.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Learning rate of Adagrad, 0.01–0.5. Lower it when the loss jumps.</source>
        <translation>Lernrate von Adagrad, 0,01–0,5. Senken, wenn der Verlust springt.</translation>
    </message>
    <message>
        <source>Learning rate schedule</source>
        <translation>Verlauf der Lernrate</translation>
    </message>
    <message>
        <source>Learns from citations: papers that cite one another become similar.</source>
        <translation>Lernt aus Zitaten: Arbeiten, die einander zitieren, werden einander ähnlich.</translation>
    </message>
    <message>
        <source>Learns from the citation graph: papers that are close in it become similar.</source>
        <translation>Lernt aus dem Zitationsgraphen: Arbeiten, die darin nahe beieinander liegen, werden einander ähnlich.</translation>
    </message>
    <message>
        <source>Train BigGraph on each citation in both directions, as prone and svd always are. Turn it on only to compare.</source>
        <translation>BigGraph mit jedem Zitat in beiden Richtungen trainieren, wie prone und svd es immer tun. Nur zum Vergleichen einschalten.</translation>
    </message>
    <message>
        <source>LoRA rank</source>
        <translation>Rang von LoRA</translation>
    </message>
    <message>
        <source>LoRA alpha</source>
        <translation>LoRA-Alpha</translation>
    </message>
    <message>
        <source>Data loader processes</source>
        <translation>Prozesse zum Laden der Daten</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlustfunktion</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Margin</translation>
    </message>
    <message>
        <source>How much better a citation must score than a negative, 0.05–0.5. Raise it when the loss reaches zero early.</source>
        <translation>Wie viel besser ein Zitat bewertet werden muss als ein Negativ, 0,05–0,5. Erhöhen, wenn der Verlust früh null erreicht.</translation>
    </message>
    <message>
        <source>Missed papers added</source>
        <translation>Verfehlte Arbeiten hinzugefügt</translation>
    </message>
    <message>
        <source>Negatives</source>
        <translation>Negative</translation>
    </message>
    <message>
        <source>Random negatives of each paper per epoch, 0–5. More make the task easier.</source>
        <translation>Zufällige Negative jeder Arbeit je Epoche, 0–5. Mehr machen die Aufgabe leichter.</translation>
    </message>
    <message>
        <source>Triplets of neighbours in the citation graph added per citing sentence, 0–1, as in SciNCL. Above 0 the graph is embedded first. Raise it when there are few full texts.</source>
        <translation>Tripel von Nachbarn im Zitationsgraphen je zitierendem Satz, 0–1, wie bei SciNCL. Über 0 wird der Graph erst eingebettet. Erhöhen, wenn es wenige Volltexte gibt.</translation>
    </message>
    <message>
        <source>Never use a paper as a negative of one that it cites, as SciNCL recommends. Turn it off only to reproduce SPECTER.</source>
        <translation>Eine Arbeit nie als Negativ einer Arbeit verwenden, die sie zitiert, wie SciNCL empfiehlt. Nur ausschalten, um SPECTER zu reproduzieren.</translation>
    </message>
    <message>
        <source>New sentences each epoch</source>
        <translation>Neue Sätze je Epoche</translation>
    </message>
    <message>
        <source>New triplets each epoch</source>
        <translation>Neue Tripel je Epoche</translation>
    </message>
    <message>
        <source>Pretraining: number of passes in which masked sentences are predicted, 0–20. 0: no pretraining. Use it when there are thousands of full texts.</source>
        <translation>Vortraining: Zahl der Durchgänge, in denen maskierte Sätze vorhergesagt werden, 0–20. 0: kein Vortraining. Bei Tausenden von Volltexten verwenden.</translation>
    </message>
    <message>
        <source>Total number of training steps. 0: as many as the epochs have. Set it to limit the time.</source>
        <translation>Gesamtzahl der Trainingsschritte. 0: so viele, wie die Epochen haben. Setzen, um die Dauer zu begrenzen.</translation>
    </message>
    <message>
        <source>Dimension of the graph&apos;s vectors, 16–768. Raise it for a large citation graph.</source>
        <translation>Dimension der Vektoren des Graphen, 16–768. Für einen großen Zitationsgraphen erhöhen.</translation>
    </message>
    <message>
        <source>Papers that are ranked for each validation sentence, up to 1,000. More make the task harder and the validation slower.</source>
        <translation>Arbeiten, die für jeden Satz der Validierung geordnet werden, bis 1.000. Mehr machen die Aufgabe schwieriger und die Validierung langsamer.</translation>
    </message>
    <message>
        <source>Random negatives</source>
        <translation>Zufällige Negative</translation>
    </message>
    <message>
        <source>Papers, besides cited ones, among which hard negatives are searched. 0: all. Lower it to save time.</source>
        <translation>Arbeiten, außer zitierten, unter denen schwierige Negative gesucht werden. 0: alle. Senken, um Zeit zu sparen.</translation>
    </message>
    <message>
        <source>Held-out papers by which the best checkpoint is chosen, at least 2. More make the choice more reliable and the validation slower.</source>
        <translation>Zurückgehaltene Arbeiten, nach denen der beste Checkpoint gewählt wird, mindestens 2. Mehr machen die Wahl verlässlicher und die Validierung langsamer.</translation>
    </message>
    <message>
        <source>Papers that the sentence does not cite, drawn for each cited one, 1–10. More make the task harder and slower.</source>
        <translation>Arbeiten, die der Satz nicht zitiert, für jede zitierte gezogen, 1–10. Mehr machen die Aufgabe schwieriger und langsamer.</translation>
    </message>
    <message>
        <source>Additional positives drawn from the papers often cited together with the cited one, 0–5. Raise it when most papers are cited often.</source>
        <translation>Zusätzliche Positive aus den Arbeiten, die oft mit der zitierten zusammen zitiert werden, 0–5. Erhöhen, wenn die meisten Arbeiten oft zitiert werden.</translation>
    </message>
    <message>
        <source>Papers searched for hard negatives</source>
        <translation>Nach schwierigen Negativen durchsuchte Arbeiten</translation>
    </message>
    <message>
        <source>Papers per sentence that score high but are not cited, 0–8; 0: none. More make the task harder and slower.</source>
        <translation>Arbeiten je Satz, die hoch bewertet, aber nicht zitiert werden, 0–8; 0: keine. Mehr machen die Aufgabe schwieriger und langsamer.</translation>
    </message>
    <message>
        <source>Validation papers for summaries</source>
        <translation>Arbeiten zur Validierung der Zusammenfassungen</translation>
    </message>
    <message>
        <source>Validation papers</source>
        <translation>Arbeiten zur Validierung</translation>
    </message>
    <message>
        <source>Number of passes of BigGraph over the citations, 5–50. Raise it for a small graph.</source>
        <translation>Zahl der Durchgänge von BigGraph durch die Zitate, 5–50. Für einen kleinen Graphen erhöhen.</translation>
    </message>
    <message>
        <source>Number of passes over the training examples, 1–5. Raise it when the validation score still rises at the end, lower it when it falls.</source>
        <translation>Zahl der Durchgänge durch die Trainingsbeispiele, 1–5. Erhöhen, wenn der Validierungswert am Ende noch steigt, senken, wenn er fällt.</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Geduld</translation>
    </message>
    <message>
        <source>Peak learning rate of pretraining, 1e-5 to 5e-4. Lower it when the loss jumps.</source>
        <translation>Höchste Lernrate des Vortrainings, 1e-5 bis 5e-4. Senken, wenn der Verlust springt.</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>Pooling</translation>
    </message>
    <message>
        <source>Positives</source>
        <translation>Positive</translation>
    </message>
    <message>
        <source>Positives are nearest neighbours in the citation graph up to this rank, 5–50. Lower it for a small library.</source>
        <translation>Positive sind nächste Nachbarn im Zitationsgraphen bis zu diesem Rang, 5–50. Für eine kleine Bibliothek senken.</translation>
    </message>
    <message>
        <source>Positives of each paper per epoch, 1–10, taken from the last ranks before that limit. Raise it when there are few papers.</source>
        <translation>Positive jeder Arbeit je Epoche, 1–10, von den letzten Rängen vor dieser Grenze. Erhöhen, wenn es wenige Arbeiten gibt.</translation>
    </message>
    <message>
        <source>Positives per paper</source>
        <translation>Positive je Arbeit</translation>
    </message>
    <message>
        <source>Pretrain on abstracts as well as on full texts. Turn it off only to reproduce the publication.</source>
        <translation>Auch mit Abstracts vortrainieren, nicht nur mit Volltexten. Nur ausschalten, um die Veröffentlichung zu reproduzieren.</translation>
    </message>
    <message>
        <source>Total number of steps of pretraining. 0: as many as its epochs have. Set it to limit the time.</source>
        <translation>Gesamtzahl der Schritte des Vortrainings. 0: so viele, wie seine Epochen haben. Setzen, um die Dauer zu begrenzen.</translation>
    </message>
    <message>
        <source>Pretraining: Adam β₂</source>
        <translation>Vortraining: Adam β₂</translation>
    </message>
    <message>
        <source>Pretraining: abstracts</source>
        <translation>Vortraining: Abstracts</translation>
    </message>
    <message>
        <source>Pretraining: batch size</source>
        <translation>Vortraining: Batchgröße</translation>
    </message>
    <message>
        <source>Pretraining: decoder layers</source>
        <translation>Vortraining: Decoderschichten</translation>
    </message>
    <message>
        <source>Pretraining: epochs</source>
        <translation>Vortraining: Epochen</translation>
    </message>
    <message>
        <source>Pretraining: learning rate</source>
        <translation>Vortraining: Lernrate</translation>
    </message>
    <message>
        <source>Pretraining: steps</source>
        <translation>Vortraining: Schritte</translation>
    </message>
    <message>
        <source>Pretraining: warm-up</source>
        <translation>Vortraining: Warm-up</translation>
    </message>
    <message>
        <source>Extra processes that prepare examples, 0–8. Raise it when a GPU waits for examples.</source>
        <translation>Zusätzliche Prozesse, die Beispiele vorbereiten, 0–8. Erhöhen, wenn eine GPU auf Beispiele wartet.</translation>
    </message>
    <message>
        <source>Put texts of similar length into one batch, which saves time. It has no effect where the examples of a batch are each other&apos;s negatives.</source>
        <translation>Texte ähnlicher Länge in einen Batch legen; das spart Zeit. Ohne Wirkung, wo die Beispiele eines Batches einander als Negative dienen.</translation>
    </message>
    <message>
        <source>Question length</source>
        <translation>Länge der Frage</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Validation questions</source>
        <translation>Fragen zur Validierung</translation>
    </message>
    <message>
        <source>Validation sentences</source>
        <translation>Sätze zur Validierung</translation>
    </message>
    <message>
        <source>Number of questions to train on, drawn at random. 0: all. Lower it to save time.</source>
        <translation>Zahl der Fragen, mit denen trainiert wird, zufällig gezogen. 0: alle. Senken, um Zeit zu sparen.</translation>
    </message>
    <message>
        <source>Questions used</source>
        <translation>Verwendete Fragen</translation>
    </message>
    <message>
        <source>Random negatives of each citation, 0–1,000, in addition to 50 from the batch. Raise it for a large graph.</source>
        <translation>Zufällige Negative jedes Zitats, 0–1.000, zusätzlich zu 50 aus dem Batch. Für einen großen Graphen erhöhen.</translation>
    </message>
    <message>
        <source>Random papers added</source>
        <translation>Zufällige Arbeiten hinzugefügt</translation>
    </message>
    <message>
        <source>Random papers added to each question, 0–10. Keep it at 0: in the publication they made the model much worse.</source>
        <translation>Zufällige Arbeiten, zu jeder Frage hinzugefügt, 0–10. Bei 0 lassen: In der Veröffentlichung machten sie das Modell viel schlechter.</translation>
    </message>
    <message>
        <source>Random papers used as additional negatives where only queries are trained, 0–30,000. More make the task harder and cost little time.</source>
        <translation>Zufällige Arbeiten als zusätzliche Negative, wo nur Anfragen trainiert werden, 0–30.000. Mehr machen die Aufgabe schwieriger und kosten wenig Zeit.</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Startwert des Zufalls</translation>
    </message>
    <message>
        <source>Read the manuscript&apos;s title before its sentences, as Cocite does in use. Turn it off only to reproduce the publication.</source>
        <translation>Den Titel des Manuskripts vor seinen Sätzen lesen, wie Cocite im Gebrauch. Nur ausschalten, um die Veröffentlichung zu reproduzieren.</translation>
    </message>
    <message>
        <source>Reads a question and a paper together and reorders the first hits of BM25 (a cross-encoder).</source>
        <translation>Liest Frage und Arbeit zusammen und ordnet die ersten Treffer von BM25 neu (ein Cross-Encoder).</translation>
    </message>
    <message>
        <source>Gradient checkpointing</source>
        <translation>Gradient Checkpointing</translation>
    </message>
    <message>
        <source>Sentence encoder</source>
        <translation>Satzkodierer</translation>
    </message>
    <message>
        <source>Sentence encoder layers</source>
        <translation>Schichten des Satzkodierers</translation>
    </message>
    <message>
        <source>Sentence length</source>
        <translation>Satzlänge</translation>
    </message>
    <message>
        <source>Context sentences drawn from the manuscript before the citing sentence, 0–50. Lower it to save time and memory.</source>
        <translation>Sätze des Kontexts, die aus dem Manuskript vor dem zitierenden Satz gezogen werden, 0–50. Senken, um Zeit und Speicher zu sparen.</translation>
    </message>
    <message>
        <source>Sentences drawn from the full text of a paper, 0–50. Lower it to save time and memory.</source>
        <translation>Sätze, die aus dem Volltext einer Arbeit gezogen werden, 0–50. Senken, um Zeit und Speicher zu sparen.</translation>
    </message>
    <message>
        <source>Sentences of the abstract</source>
        <translation>Sätze des Abstracts</translation>
    </message>
    <message>
        <source>Sentences of the full text</source>
        <translation>Sätze des Volltexts</translation>
    </message>
    <message>
        <source>Separate manuscript encoder</source>
        <translation>Eigener Kodierer für Manuskripte</translation>
    </message>
    <message>
        <source>Share of hard negatives</source>
        <translation>Anteil schwieriger Negative</translation>
    </message>
    <message>
        <source>Share of questions made of the manuscript&apos;s title and the sentence, 0–1. Raise it if you mostly search like that.</source>
        <translation>Anteil der Fragen aus dem Titel des Manuskripts und dem Satz, 0–1. Erhöhen, wenn meist so gesucht wird.</translation>
    </message>
    <message>
        <source>Share of questions made of the sentence alone, 0–1. Raise it if you mostly search for single sentences.</source>
        <translation>Anteil der Fragen aus dem Satz allein, 0–1. Erhöhen, wenn meist nach einzelnen Sätzen gesucht wird.</translation>
    </message>
    <message>
        <source>Share of questions made of the sentence and others drawn from before it, 0–1, as in MP-BERT4CR. Raise it if you mostly use a wide context.</source>
        <translation>Anteil der Fragen aus dem Satz und anderen, die davor gezogen werden, 0–1, wie bei MP-BERT4CR. Erhöhen, wenn meist ein weiter Kontext verwendet wird.</translation>
    </message>
    <message>
        <source>Share of questions made of the sentence and those next to it, 0–1. Raise it if sentences are hard to understand alone.</source>
        <translation>Anteil der Fragen aus dem Satz und denen daneben, 0–1. Erhöhen, wenn Sätze allein schwer zu verstehen sind.</translation>
    </message>
    <message>
        <source>Share of sentences</source>
        <translation>Anteil der Sätze</translation>
    </message>
    <message>
        <source>Share of sentences of the abstract among the positives, 0–1; together with the share of titles at most 1. Raise it when you search with sentences.</source>
        <translation>Anteil der Sätze des Abstracts an den Positiven, 0–1; zusammen mit dem Anteil der Titel höchstens 1. Erhöhen, wenn mit Sätzen gesucht wird.</translation>
    </message>
    <message>
        <source>Share of triplets, 0–1, with a hard negative: a paper that a cited paper cites but the paper itself does not. Lower it when such papers are often relevant.</source>
        <translation>Anteil der Tripel, 0–1, mit schwierigem Negativ: einer Arbeit, die von einer zitierten Arbeit zitiert wird, aber nicht von der Arbeit selbst. Senken, wenn solche Arbeiten oft relevant sind.</translation>
    </message>
    <message>
        <source>Share of titles</source>
        <translation>Anteil der Titel</translation>
    </message>
    <message>
        <source>Share of titles among the positives, 0–1; together with the share of sentences at most 1. Raise it when titles say much.</source>
        <translation>Anteil der Titel an den Positiven, 0–1; zusammen mit dem Anteil der Sätze höchstens 1. Erhöhen, wenn Titel viel aussagen.</translation>
    </message>
    <message>
        <source>Dropout of the new layers, 0–0.5. Raise it when few examples are repeated often.</source>
        <translation>Dropout der neuen Schichten, 0–0,5. Erhöhen, wenn wenige Beispiele oft wiederholt werden.</translation>
    </message>
    <message>
        <source>Share: sentence alone</source>
        <translation>Anteil: Satz allein</translation>
    </message>
    <message>
        <source>Share: title and sentence</source>
        <translation>Anteil: Titel und Satz</translation>
    </message>
    <message>
        <source>Share: with earlier sentences</source>
        <translation>Anteil: mit früheren Sätzen</translation>
    </message>
    <message>
        <source>Share: with neighbours</source>
        <translation>Anteil: mit Nachbarn</translation>
    </message>
    <message>
        <source>Group by length</source>
        <translation>Nach Länge gruppieren</translation>
    </message>
    <message>
        <source>Scale of the random initial vectors, 1e-4 to 0.1. Rarely changed.</source>
        <translation>Skala der zufälligen Anfangsvektoren, 1e-4 bis 0,1. Selten geändert.</translation>
    </message>
    <message>
        <source>Rank of LoRA&apos;s matrices, 4–64. Raise it when there are many examples and the loss stays high.</source>
        <translation>Rang der Matrizen von LoRA, 4–64. Erhöhen, wenn es viele Beispiele gibt und der Verlust hoch bleibt.</translation>
    </message>
    <message>
        <source>Seed of the random numbers: any whole number. Change it to see how much a result depends on chance.</source>
        <translation>Startwert der Zufallszahlen: eine beliebige ganze Zahl. Ändern, um zu sehen, wie sehr ein Ergebnis vom Zufall abhängt.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Steps between checkpoints</source>
        <translation>Schritte zwischen Checkpoints</translation>
    </message>
    <message>
        <source>Steps between validations</source>
        <translation>Schritte zwischen Validierungen</translation>
    </message>
    <message>
        <source>Steps between two validations on held-out citations. 0: after each epoch. A validation takes as long as encoding about a thousand papers.</source>
        <translation>Schritte zwischen zwei Validierungen an zurückgehaltenen Zitaten. 0: nach jeder Epoche. Eine Validierung dauert so lange wie das Kodieren von etwa tausend Arbeiten.</translation>
    </message>
    <message>
        <source>Scale of LoRA&apos;s matrices; it is divided by the rank. Usually twice the rank.</source>
        <translation>Skalierung der Matrizen von LoRA; sie wird durch den Rang geteilt. Meist das Doppelte des Rangs.</translation>
    </message>
    <message>
        <source>Summaries</source>
        <translation>Zusammenfassungen</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Temperature of the softmax over similarities, 0.01–0.2, for infonce. Lower is sharper; raise it when the loss falls but the validation score does not rise.</source>
        <translation>Temperatur des Softmax über Ähnlichkeiten, 0,01–0,2, für infonce. Niedriger ist schärfer; erhöhen, wenn der Verlust fällt, der Validierungswert aber nicht steigt.</translation>
    </message>
    <message>
        <source>Temperature of the softmax over similarities, 0.01–0.2. Lower is sharper; raise it when sentences often cite papers that hardly match them.</source>
        <translation>Temperatur des Softmax über Ähnlichkeiten, 0,01–0,2. Niedriger ist schärfer; erhöhen, wenn Sätze oft Arbeiten zitieren, die kaum zu ihnen passen.</translation>
    </message>
    <message>
        <source>Text length</source>
        <translation>Textlänge</translation>
    </message>
    <message>
        <source>Text length in training</source>
        <translation>Textlänge im Training</translation>
    </message>
    <message>
        <source>Last rank of hard negatives, as a share</source>
        <translation>Letzter Rang schwieriger Negative, als Anteil</translation>
    </message>
    <message>
        <source>Read the manuscript&apos;s title</source>
        <translation>Titel des Manuskripts lesen</translation>
    </message>
    <message>
        <source>Longest sentence in tokens, 8–1,024; the rest is cut off. Lower it when memory is short.</source>
        <translation>Längster Satz in Tokens, 8–1.024; der Rest wird abgeschnitten. Bei knappem Speicher senken.</translation>
    </message>
    <message>
        <source>Longest text in tokens while training, at least 8; in use the text length above applies. 64–256 saves most of the time.</source>
        <translation>Längster Text in Tokens während des Trainings, mindestens 8; im Gebrauch gilt die Textlänge oben. 64–256 spart die meiste Zeit.</translation>
    </message>
    <message>
        <source>Longest text in tokens while training; in use the text length above applies. 0: the same. 64–256 saves most of the time.</source>
        <translation>Längster Text in Tokens während des Trainings; im Gebrauch gilt die Textlänge oben. 0: dieselbe. 64–256 spart die meiste Zeit.</translation>
    </message>
    <message>
        <source>Longest text in tokens, in training and in use; the rest is cut off. 0: as long as the base model reads. Lower it when memory is short.</source>
        <translation>Längster Text in Tokens, im Training und im Gebrauch; der Rest wird abgeschnitten. 0: so lang, wie das Ausgangsmodell liest. Bei knappem Speicher senken.</translation>
    </message>
    <message>
        <source>What is trained</source>
        <translation>Was trainiert wird</translation>
    </message>
    <message>
        <source>Trained weights</source>
        <translation>Trainierte Gewichte</translation>
    </message>
    <message>
        <source>Triplets of citing and cited papers added per citing sentence, 0–1, as in SPECTER. Raise it when there are few full texts.</source>
        <translation>Tripel zitierender und zitierter Arbeiten je zitierendem Satz, 0–1, wie bei SPECTER. Erhöhen, wenn es wenige Volltexte gibt.</translation>
    </message>
    <message>
        <source>Triplets drawn for each citing paper per epoch, 1–10. Raise it when there are few papers.</source>
        <translation>Tripel, die je Epoche für jede zitierende Arbeit gezogen werden, 1–10. Erhöhen, wenn es wenige Arbeiten gibt.</translation>
    </message>
    <message>
        <source>Triplets per paper</source>
        <translation>Tripel je Arbeit</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Warm-up</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Weight Decay</translation>
    </message>
    <message>
        <source>Sampling exponent</source>
        <translation>Exponent der Ziehung</translation>
    </message>
    <message>
        <source>L2 weight</source>
        <translation>L2-Gewicht</translation>
    </message>
    <message>
        <source>What is paired with a summary: mixed takes summaries, titles and sentences; summaries only other summaries; same-input the same text again. Choose mixed unless you compare.</source>
        <translation>Womit eine Zusammenfassung gepaart wird: mixed nimmt Zusammenfassungen, Titel und Sätze; summaries nur andere Zusammenfassungen; same-input denselben Text noch einmal. mixed wählen, außer zum Vergleichen.</translation>
    </message>
    <message>
        <source>What asks for papers: manuscripts, citing sentences, or both. Choose what the model will be used for.</source>
        <translation>Was nach Arbeiten fragt: Manuskripte (manuscripts), zitierende Sätze (sentences) oder beides (both). Wählen, wofür das Modell dienen soll.</translation>
    </message>
    <message>
        <source>What a question is made of: the citing sentence alone, with the manuscript&apos;s title, with the sentences next to it, or with sentences from the whole context. Longer forms need a longer question.</source>
        <translation>Woraus eine Frage besteht: aus dem zitierenden Satz allein (sentence), mit dem Titel des Manuskripts (title sentence), mit den Sätzen daneben (neighbours) oder mit Sätzen aus dem ganzen Kontext (context). Längere Formen brauchen eine längere Frage.</translation>
    </message>
    <message>
        <source>What co-cited papers are brought near: mpt-src the citing sentence, mpt-tgt the cited paper, mpt-src-tgt both, as published; triplet does not use them.</source>
        <translation>Wem gemeinsam zitierte Arbeiten nahegebracht werden: mpt-src dem zitierenden Satz, mpt-tgt der zitierten Arbeit, mpt-src-tgt beiden, wie veröffentlicht; triplet verwendet sie nicht.</translation>
    </message>
    <message>
        <source>How the vectors of the tokens become one: that of the first token (cls) or the mean of all (mean). Empty: as in the base model, which is best unless it was never trained for similarity.</source>
        <translation>Wie aus den Vektoren der Tokens einer wird: der des ersten Tokens (cls) oder das Mittel aller (mean). Leer: wie beim Ausgangsmodell; das ist am besten, sofern es schon für Ähnlichkeit trainiert wurde.</translation>
    </message>
    <message>
        <source>Feed-forward dimension</source>
        <translation>Dimension der Feed-forward-Schichten</translation>
    </message>
    <message>
        <source>hierarchical encodes sentences first and then the document made of them, as published; encoder reads one text, like the base model, and is faster.</source>
        <translation>hierarchical kodiert erst Sätze und dann das Dokument aus ihnen, wie veröffentlicht; encoder liest einen Text, wie das Ausgangsmodell, und ist schneller.</translation>
    </message>
    <message>
        <source>pretrained starts from the weights of the base model; scratch from random weights with its tokenizer, which needs very many papers.</source>
        <translation>pretrained beginnt mit den Gewichten des Ausgangsmodells; scratch mit zufälligen Gewichten und seinem Tokenizer, was sehr viele Arbeiten braucht.</translation>
    </message>
    <message>
        <source>triplet compares the texts of a batch by Euclidean distance, as published; infonce by cosine similarity, as Cocite searches.</source>
        <translation>triplet vergleicht die Texte eines Batches nach euklidischem Abstand, wie veröffentlicht; infonce nach Kosinusähnlichkeit, wie Cocite sucht.</translation>
    </message>
    <message>
        <source>A citation key may not hold “{wrong}”.</source>
        <translation>Ein Zitierschlüssel darf „{wrong}“ nicht enthalten.</translation>
    </message>
    <message>
        <source>A {kind} needs a name.</source>
        <translation>Ein Name fehlt ({kind}).</translation>
    </message>
    <message>
        <source>Added entries of a manuscript: {count:,}</source>
        <translation>Einträge eines Manuskripts hinzugefügt: {count:,}</translation>
    </message>
    <message>
        <source>Added papers</source>
        <translation>Literatur hinzugefügt</translation>
    </message>
    <message>
        <source>Added papers that were looked up</source>
        <translation>Nachgeschlagene Literatur hinzugefügt</translation>
    </message>
    <message>
        <source>Added the citation data of “{name}”</source>
        <translation>Zitationsdaten von „{name}“ hinzugefügt</translation>
    </message>
    <message>
        <source>Added the file “{file}” to {papers}</source>
        <translation>Datei „{file}“ hinzugefügt zu {papers}</translation>
    </message>
    <message>
        <source>An expression of concern was published about entry {entry}.</source>
        <translation>Zu Eintrag {entry} wurde eine Bedenkenerklärung (Expression of Concern) veröffentlicht.</translation>
    </message>
    <message>
        <source>An import brought two papers of the library together.</source>
        <translation>Ein Import hat zwei Arbeiten der Bibliothek zusammengeführt.</translation>
    </message>
    <message>
        <source>Another paper has the citation key “{key}”.</source>
        <translation>Eine andere Arbeit hat den Zitierschlüssel „{key}“.</translation>
    </message>
    <message>
        <source>Another program is writing to the library “{library}”.</source>
        <translation>Ein anderes Programm schreibt in die Bibliothek „{library}“.</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>arabischer</translation>
    </message>
    <message>
        <source>Armenian</source>
        <translation>armenischer</translation>
    </message>
    <message>
        <source>{place}: files include each other more than {max_depth} levels deep.</source>
        <translation>Bei {place} sind mehr als {max_depth} Dateien ineinander eingebunden.</translation>
    </message>
    <message>
        <source>Begin with</source>
        <translation>Beginnen mit</translation>
    </message>
    <message>
        <source>Start from the model it is based on.</source>
        <translation>Mit dem Modell beginnen, aus dem es gemacht wurde.</translation>
    </message>
    <message>
        <source>Bengali</source>
        <translation>bengalischer</translation>
    </message>
    <message>
        <source>Change the name in {manifest}, or remove the other model first.</source>
        <translation>Den Namen in {manifest} ändern oder zuerst das andere Modell entfernen.</translation>
    </message>
    <message>
        <source>Changed the versions of {papers}</source>
        <translation>Fassungen geändert: {papers}</translation>
    </message>
    <message>
        <source>Changed the paper linked to “{reference}”</source>
        <translation>Verknüpfung geändert: „{reference}“</translation>
    </message>
    <message>
        <source>Check that the disk or the network drive is connected, and try again.</source>
        <translation>Prüfen Sie, ob der Datenträger oder das Netzlaufwerk verbunden ist, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Checking and copying the model</source>
        <translation>Modell wird geprüft und kopiert</translation>
    </message>
    <message>
        <source>Choose another name for the copy.</source>
        <translation>Wählen Sie für die Kopie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Choose another place for the library.</source>
        <translation>Einen anderen Ort für die Bibliothek wählen.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>Choose the file of the manuscript.</source>
        <translation>Die Datei des Manuskripts wählen.</translation>
    </message>
    <message>
        <source>Choose the manuscript&apos;s main .tex file, the one with \begin{document}.</source>
        <translation>Die Hauptdatei des Manuskripts wählen, die .tex-Datei mit \begin{document}.</translation>
    </message>
    <message>
        <source>Cited {papers} for a sentence</source>
        <translation>Für einen Satz gewählt: {papers}</translation>
    </message>
    <message>
        <source>Citations for {title}</source>
        <translation>Zitate für {title}</translation>
    </message>
    <message>
        <source>Close Zotero and try again, or export the library from Zotero as RDF or BibTeX.</source>
        <translation>Zotero schließen und es noch einmal versuchen, oder die Bibliothek aus Zotero als RDF oder BibTeX exportieren.</translation>
    </message>
    <message>
        <source>Comparing titles</source>
        <translation>Titel werden verglichen</translation>
    </message>
    <message>
        <source>Copying files</source>
        <translation>Dateien werden kopiert</translation>
    </message>
    <message>
        <source>Copying the database</source>
        <translation>Datenbank wird kopiert</translation>
    </message>
    <message>
        <source>Copying {name}</source>
        <translation>{name} wird kopiert</translation>
    </message>
    <message>
        <source>DOI</source>
        <translation>DOI</translation>
    </message>
    <message>
        <source>DOI {doi}</source>
        <translation>DOI {doi}</translation>
    </message>
    <message>
        <source>Dates {one} and {other}</source>
        <translation>Datum {one} und {other}</translation>
    </message>
    <message>
        <source>Devanagari</source>
        <translation>Devanagari-</translation>
    </message>
    <message>
        <source>Different ISBNs</source>
        <translation>Verschiedene ISBN</translation>
    </message>
    <message>
        <source>Different PMIDs</source>
        <translation>Verschiedene PMID</translation>
    </message>
    <message>
        <source>Different addresses</source>
        <translation>Verschiedene Adressen</translation>
    </message>
    <message>
        <source>Different authors</source>
        <translation>Verschiedene Autoren</translation>
    </message>
    <message>
        <source>Different editions: {one} and {other}</source>
        <translation>Verschiedene Auflagen: {one} und {other}</translation>
    </message>
    <message>
        <source>Different editors</source>
        <translation>Verschiedene Herausgeber</translation>
    </message>
    <message>
        <source>Different notes</source>
        <translation>Verschiedene Notizen</translation>
    </message>
    <message>
        <source>Different numbers in the title</source>
        <translation>Verschiedene Zahlen im Titel</translation>
    </message>
    <message>
        <source>Different numbers: {one} and {other}</source>
        <translation>Verschiedene Nummern: {one} und {other}</translation>
    </message>
    <message>
        <source>Different pages: {one} and {other}</source>
        <translation>Verschiedene Seiten: {one} und {other}</translation>
    </message>
    <message>
        <source>Different publishers</source>
        <translation>Verschiedene Verlage</translation>
    </message>
    <message>
        <source>Different titles</source>
        <translation>Verschiedene Titel</translation>
    </message>
    <message>
        <source>Different types</source>
        <translation>Verschiedene Arten</translation>
    </message>
    <message>
        <source>Different volumes: {one} and {other}</source>
        <translation>Verschiedene Bände: {one} und {other}</translation>
    </message>
    <message>
        <source>Edited {papers}</source>
        <translation>Bearbeitet: {papers}</translation>
    </message>
    <message>
        <source>Entries {one} and {other} are the same paper.</source>
        <translation>Die Einträge {one} und {other} sind dieselbe Arbeit.</translation>
    </message>
    <message>
        <source>Entries {one} and {other} have the same title: perhaps the same paper.</source>
        <translation>Die Einträge {one} und {other} haben denselben Titel: vielleicht dieselbe Arbeit.</translation>
    </message>
    <message>
        <source>Entries {one} and {other} have the same {id} but different titles.</source>
        <translation>Die Einträge {one} und {other} haben dieselbe Kennung ({id}), aber verschiedene Titel.</translation>
    </message>
    <message>
        <source>Entry {entry} is a retracted paper.</source>
        <translation>Eintrag {entry} ist eine zurückgezogene Arbeit.</translation>
    </message>
    <message>
        <source>Every sentence that was read and seems to need a citation has one.</source>
        <translation>Jeder gelesene Satz, der ein Zitat zu brauchen scheint, hat eines.</translation>
    </message>
    <message>
        <source>Export it as RIS or BibTeX from the original program.</source>
        <translation>Dort, woher die Datei stammt, als RIS oder BibTeX exportieren.</translation>
    </message>
    <message>
        <source>Findings and gaps do not cover this part, and the citations cannot be checked against the reference list.</source>
        <translation>Befunde und Lücken lassen das aus, und die Zitate lassen sich nicht mit dem Literaturverzeichnis vergleichen.</translation>
    </message>
    <message>
        <source>Findings and gaps do not cover this part.</source>
        <translation>Befunde und Lücken lassen das aus.</translation>
    </message>
    <message>
        <source>Fitting the start of the training</source>
        <translation>Der Anfang wird angepasst</translation>
    </message>
    <message>
        <source>Close other programs and restart Cocite; until then {meanwhile}.</source>
        <translation>Arbeitsspeicher freigeben und Cocite neu starten; bis dahin gilt: {meanwhile}.</translation>
    </message>
    <message>
        <source>Free some space, or move the file away.</source>
        <translation>Schaffen Sie Platz, oder verschieben Sie die Datei.</translation>
    </message>
    <message>
        <source>Free {size} MB where temporary files lie ({parent}).</source>
        <translation>{size} MB dort frei machen, wo vorübergehende Dateien liegen ({parent}).</translation>
    </message>
    <message>
        <source>Georgian</source>
        <translation>georgischer</translation>
    </message>
    <message>
        <source>Give each query an id of its own.</source>
        <translation>Jeder Anfrage eine eigene Kennung geben.</translation>
    </message>
    <message>
        <source>Give more tokens to the pair, or another share to the query.</source>
        <translation>Dem Paar mehr Tokens geben oder der Anfrage einen anderen Anteil.</translation>
    </message>
    <message>
        <source>Get write permission for the folder, or choose another one.</source>
        <translation>Sich dort das Recht zu schreiben geben oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>hebräischer</translation>
    </message>
    <message>
        <source>Held-out sentences from before: {count}; to tell whether the old was kept, {missing} more are needed.</source>
        <translation>Zurückgehaltene Sätze von früher: {count}; um zu erkennen, ob das Alte behalten wurde, fehlen {missing}.</translation>
    </message>
    <message>
        <source>Held-out sentences that are new: {count}; to tell whether the new was learned, {missing} more are needed.</source>
        <translation>Zurückgehaltene Sätze, die neu sind: {count}; um zu erkennen, ob das Neue gelernt wurde, fehlen {missing}.</translation>
    </message>
    <message>
        <source>Import PDFs that cite papers of yours and wait until their full texts are read, or choose papers for sentences of your manuscripts.</source>
        <translation>Importieren Sie PDFs, die Ihre Arbeiten zitieren, und lassen Sie ihre Volltexte lesen, oder wählen Sie Arbeiten für Sätze Ihrer Manuskripte.</translation>
    </message>
    <message>
        <source>Imported papers</source>
        <translation>Literatur importiert</translation>
    </message>
    <message>
        <source>Imported papers: {added:,}</source>
        <translation>Arbeiten importiert: {added:,}</translation>
    </message>
    <message>
        <source>Install Cocite again, with what it needs for training.</source>
        <translation>Cocite neu installieren, mit allem, was es zum Trainieren braucht.</translation>
    </message>
    <message>
        <source>Install it (pip install &apos;cocite[milvus]&apos;), or delete {file} in the library to keep the vectors on this machine.</source>
        <translation>Es installieren (pip install &apos;cocite[milvus]&apos;) oder {file} in der Bibliothek löschen, damit die Vektoren auf diesem Rechner liegen.</translation>
    </message>
    <message>
        <source>It has no DOI, no arXiv id and no title that could be looked up.</source>
        <translation>Es gibt keine DOI, keine arXiv-Nummer und keinen Titel, nach denen gesucht werden könnte.</translation>
    </message>
    <message>
        <source>Last trained on {date}.</source>
        <translation>Zuletzt hat es am {date} gelernt.</translation>
    </message>
    <message>
        <source>It was already separated, or its paper was deleted.</source>
        <translation>Sie wurde schon aufgehoben, oder ihre Arbeit ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>Marked {papers} as not duplicates</source>
        <translation>Als verschieden bezeichnet: {papers}</translation>
    </message>
    <message>
        <source>Removed the mark “not duplicates” from {papers}</source>
        <translation>Nicht mehr als verschieden bezeichnet: {papers}</translation>
    </message>
    <message>
        <source>Repeated known sentences</source>
        <translation>Bekannte Sätze noch einmal</translation>
    </message>
    <message>
        <source>Learn from citing sentences and decisions that the base model has not learned from yet, and go through some known ones again. Turn it on to train a model of yours again.</source>
        <translation>Aus zitierenden Sätzen und Entscheidungen lernen, aus denen das Ausgangsmodell noch nicht gelernt hat, und einige bekannte noch einmal durchgehen. Einschalten, um ein eigenes Modell weiterzutrainieren.</translation>
    </message>
    <message>
        <source>Linked {papers} as versions</source>
        <translation>Als Fassungen verknüpft: {papers}</translation>
    </message>
    <message>
        <source>Lists of candidates</source>
        <translation>Listen von Kandidaten</translation>
    </message>
    <message>
        <source>Looking for duplicates: {name}</source>
        <translation>Duplikate werden gesucht: {name}</translation>
    </message>
    <message>
        <source>Look-ups at {service} are turned off.</source>
        <translation>Das Nachschlagen bei {service} ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>Look-ups are turned off.</source>
        <translation>Das Nachschlagen ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>Created the collection “{name}”</source>
        <translation>Sammlung „{name}“ angelegt</translation>
    </message>
    <message>
        <source>Created the tag “{name}”</source>
        <translation>Schlagwort „{name}“ angelegt</translation>
    </message>
    <message>
        <source>Many citations lead to no entry of the reference list as it was read. Parts of the list may have been missed, so they are not listed here.</source>
        <translation>Viele Zitate führen zu keinem Eintrag der Literaturliste, wie sie gelesen wurde. Teile der Liste fehlen vielleicht; darum stehen diese Zitate nicht hier.</translation>
    </message>
    <message>
        <source>Marked the PDF of {papers}</source>
        <translation>Im PDF markiert: {papers}</translation>
    </message>
    <message>
        <source>Merged papers</source>
        <translation>Arbeiten zusammengeführt</translation>
    </message>
    <message>
        <source>Merged {papers} into {kept}</source>
        <translation>{papers} zusammengeführt mit {kept}</translation>
    </message>
    <message>
        <source>More items were merged with papers of the library: see “Merged at import”.</source>
        <translation>Weitere Einträge wurden mit Arbeiten der Bibliothek zusammengeführt: siehe „Beim Import zusammengeführt“.</translation>
    </message>
    <message>
        <source>Moved {papers} to the Trash</source>
        <translation>In den Papierkorb gelegt: {papers}</translation>
    </message>
    <message>
        <source>Needs a citation ({chance})</source>
        <translation>Braucht einen Beleg ({chance})</translation>
    </message>
    <message>
        <source>Needs a citation ({chance}): {reason}</source>
        <translation>Braucht einen Beleg ({chance}): {reason}</translation>
    </message>
    <message>
        <source>New sentences to learn from: {count}. With fewer than {enough}, expect little improvement.</source>
        <translation>Neue Sätze zum Lernen: {count}; unter {enough} ist wenig zu erwarten.</translation>
    </message>
    <message>
        <source>No checkpoint yet: Resume starts again at step 1.</source>
        <translation>Es gibt noch keinen Checkpoint: „Fortsetzen“ beginnt wieder bei Schritt 1.</translation>
    </message>
    <message>
        <source>No citation was found in the text, though the reference list has {entries} entries.</source>
        <translation>Im Text wurde kein Zitat gefunden, obwohl die Literaturliste {entries} Einträge hat.</translation>
    </message>
    <message>
        <source>A library cannot be used in “{folder}”: this file system does not support shared memory.</source>
        <translation>In „{folder}“ lässt sich keine Bibliothek verwenden, weil Programme dort keinen Speicher teilen können.</translation>
    </message>
    <message>
        <source>Cannot create a folder in “{folder}”.</source>
        <translation>In „{folder}“ lässt sich kein neuer Ordner anlegen.</translation>
    </message>
    <message>
        <source>No other {kind} was in use before.</source>
        <translation>Vorher war kein anderer {kind} in Gebrauch.</translation>
    </message>
    <message>
        <source>No reference list was found, so it could not be checked.</source>
        <translation>Es wurde kein Literaturverzeichnis gefunden, es ließ sich also nicht prüfen.</translation>
    </message>
    <message>
        <source>No sentence was found in the text.</source>
        <translation>Im Text wurde kein Satz gefunden.</translation>
    </message>
    <message>
        <source>No sentence was found in the text: it may be a scan, or in a script or layout that cannot be read yet.</source>
        <translation>Im Text wurde kein Satz gefunden: Vielleicht ist er ein Scan oder steht in einer Schrift oder einem Satzbild, die noch nicht gelesen werden.</translation>
    </message>
    <message>
        <source>“{title}” was not found online.</source>
        <translation>Kein befragter Dienst kennt „{title}“.</translation>
    </message>
    <message>
        <source>Not enough disk space for the index “{folder}”.</source>
        <translation>Kein Platz mehr für den Index „{folder}“.</translation>
    </message>
    <message>
        <source>Not enough disk space for the library “{library}”.</source>
        <translation>Kein Platz mehr für die Bibliothek „{library}“.</translation>
    </message>
    <message>
        <source>Not enough disk space to write “{path}”.</source>
        <translation>Kein Platz mehr, um „{path}“ zu schreiben.</translation>
    </message>
    <message>
        <source>No title was recognised in entry {entry}.</source>
        <translation>Im Eintrag {entry} wurde kein Titel erkannt.</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>Nicht gelesen</translation>
    </message>
    <message>
        <source>This library has none of the sentences that “{model}” was trained on, so they cannot be repeated.</source>
        <translation>Von nichts hier ist bekannt, dass „{model}“ daraus gelernt hat, daher kann nichts davon noch einmal durchgegangen werden.</translation>
    </message>
    <message>
        <source>Nothing in the library seems to fit well.</source>
        <translation>Nichts in der Bibliothek scheint gut zu passen.</translation>
    </message>
    <message>
        <source>No new sentences are held out, so the result on new sentences cannot be measured.</source>
        <translation>Nichts Neues ist zurückgehalten; ob es gelernt wurde, lässt sich daher nicht sagen.</translation>
    </message>
    <message>
        <source>Of {max_tokens} tokens with {query_tokens} for the query, one of the two texts gets none.</source>
        <translation>Von {max_tokens} Tokens mit {query_tokens} für die Anfrage bleibt für einen der beiden Texte keines.</translation>
    </message>
    <message>
        <source>On sentences the base model knows</source>
        <translation>An dem, was das Ausgangsmodell wusste</translation>
    </message>
    <message>
        <source>On new sentences</source>
        <translation>Am Hinzugekommenen</translation>
    </message>
    <message>
        <source>One is a conference paper, the other a journal article</source>
        <translation>Das eine ist ein Konferenzbeitrag, das andere ein Zeitschriftenartikel</translation>
    </message>
    <message>
        <source>One is a preprint, the other was published in {venue}</source>
        <translation>Eine ist ein Preprint, die andere erschien in {venue}</translation>
    </message>
    <message>
        <source>Only new sentences</source>
        <translation>Nur das Hinzugekommene</translation>
    </message>
    <message>
        <source>Citations were found for only {cited} of {entries} entries. Some may have been missed, so entries that are never cited are not listed.</source>
        <translation>Nur für {cited} von {entries} Einträgen wurde ein Zitat gefunden. Vielleicht wurden Zitate übersehen; darum wird nicht gesagt, welche Einträge nie zitiert werden.</translation>
    </message>
    <message>
        <source>Open a file first</source>
        <translation>Zuerst eine Datei öffnen</translation>
    </message>
    <message>
        <source>Open the file in Word or LibreOffice and save it again as .docx.</source>
        <translation>Die Datei in Word oder LibreOffice öffnen und neu als .docx speichern.</translation>
    </message>
    <message>
        <source>Other papers may have the same title</source>
        <translation>Auch andere Arbeiten können diesen Titel haben</translation>
    </message>
    <message>
        <source>PMID {id}</source>
        <translation>PMID {id}</translation>
    </message>
    <message>
        <source>Create the archive again, or unpack it and import the files.</source>
        <translation>Sie am Ursprung neu packen, oder importieren, was darin ist.</translation>
    </message>
    <message>
        <source>Page {page} is a picture: its text was not recognised.</source>
        <translation>Seite {page} ist ein Bild: Ihr Text wurde nicht erkannt.</translation>
    </message>
    <message>
        <source>Papers are cited, but no reference list was found: is the bibliography that the file names beside it?</source>
        <translation>Arbeiten sind zitiert, aber kein Literaturverzeichnis wurde gefunden: Liegt die Literaturdatei, die die Datei nennt, neben ihr?</translation>
    </message>
    <message>
        <source>Published in {one} and in {other}</source>
        <translation>Erschienen in {one} und in {other}</translation>
    </message>
    <message>
        <source>Rejected {papers} for a sentence</source>
        <translation>Für einen Satz abgelehnt: {papers}</translation>
    </message>
    <message>
        <source>Remarks cannot be written into a file such as “{file}”.</source>
        <translation>In eine Datei wie „{file}“ lassen sich keine Anmerkungen schreiben.</translation>
    </message>
    <message>
        <source>Removed a file</source>
        <translation>Datei entfernt</translation>
    </message>
    <message>
        <source>Removed a mark from the PDF of {papers}</source>
        <translation>Markierung im PDF entfernt: {papers}</translation>
    </message>
    <message>
        <source>Removed the collection “{name}”</source>
        <translation>Sammlung „{name}“ entfernt</translation>
    </message>
    <message>
        <source>Removed the file “{file}” from {papers}</source>
        <translation>Datei „{file}“ entfernt von {papers}</translation>
    </message>
    <message>
        <source>Removed the saved search “{name}”</source>
        <translation>Gespeicherte Suche „{name}“ entfernt</translation>
    </message>
    <message>
        <source>Removed the tag “{name}”</source>
        <translation>Schlagwort „{name}“ entfernt</translation>
    </message>
    <message>
        <source>Rename the file or its folder.</source>
        <translation>Die Datei oder den Ordner, in dem sie liegt, umbenennen.</translation>
    </message>
    <message>
        <source>Renamed the collection “{name}” to “{new}”</source>
        <translation>Sammlung „{name}“ umbenannt in „{new}“</translation>
    </message>
    <message>
        <source>Renamed the search “{old}” to “{name}”</source>
        <translation>Suche „{old}“ umbenannt in „{name}“</translation>
    </message>
    <message>
        <source>Renamed the tag “{name}” to “{new}”</source>
        <translation>Schlagwort „{name}“ umbenannt in „{new}“</translation>
    </message>
    <message>
        <source>Resume continues at step {step:,} of {steps:,} ({share:.0%}).</source>
        <translation>„Fortsetzen“ macht bei Schritt {step:,} von {steps:,} weiter ({share:.0%}).</translation>
    </message>
    <message>
        <source>Resumed at step {step:,} of {steps:,} ({share:.0%})</source>
        <translation>Fortgesetzt bei Schritt {step:,} von {steps:,} ({share:.0%})</translation>
    </message>
    <message>
        <source>Save it as .docx or PDF and open that.</source>
        <translation>Speichern Sie es als .docx oder PDF und öffnen Sie das.</translation>
    </message>
    <message>
        <source>Save it in UTF-8 in your editor.</source>
        <translation>Sie im Editor in UTF-8 speichern.</translation>
    </message>
    <message>
        <source>Saved the search “{name}”</source>
        <translation>Suche „{name}“ gespeichert</translation>
    </message>
    <message>
        <source>Start the server, or delete {file} from the library to store the vectors on this computer.</source>
        <translation>Prüfen, ob er läuft, oder {file} in der Bibliothek löschen, damit die Vektoren auf diesem Rechner liegen.</translation>
    </message>
    <message>
        <source>Sentences that “{model}” did not learn from yet: {count}; at least {least} are needed.</source>
        <translation>Sätze, aus denen „{model}“ noch nicht gelernt hat: {count}; mindestens {least} sind nötig.</translation>
    </message>
    <message>
        <source>Split the file, or export it again.</source>
        <translation>Die Datei teilen oder dort, woher sie stammt, neu exportieren.</translation>
    </message>
    <message>
        <source>Steps between two checkpoints; there is one at the end of each epoch too. 0: with each validation, and after a minute or 2 % of the steps, whichever is longer.</source>
        <translation>Schritte zwischen zwei Checkpoints; auch am Ende jeder Epoche gibt es einen. 0: bei jeder Validierung und nach einer Minute oder 2 % der Schritte, je nachdem, was länger dauert.</translation>
    </message>
    <message>
        <source>Stopped keeping “{file}” up to date</source>
        <translation>Datei „{file}“ wird nicht mehr aktuell gehalten</translation>
    </message>
    <message>
        <source>Turn it on in the window, in Settings under Privacy.</source>
        <translation>Schalten Sie es im Fenster ein, in den Einstellungen unter Privatsphäre.</translation>
    </message>
    <message>
        <source>Tagged {papers} as “{name}”</source>
        <translation>Mit „{name}“ verschlagwortet: {papers}</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>thailändischer</translation>
    </message>
    <message>
        <source>The PDF does not define {count} of its characters; words that contain them cannot be found.</source>
        <translation>Das PDF sagt von {count} Zeichen nicht, welche es sind; Wörter mit ihnen lassen sich nicht finden.</translation>
    </message>
    <message>
        <source>The adapter changes “{name}”, which the model does not have.</source>
        <translation>Der Adapter ändert „{name}“, das das Modell nicht hat.</translation>
    </message>
    <message>
        <source>The adapter for {use} of the model “{model}” is damaged: it does not match the checksum in its manifest.</source>
        <translation>Der Adapter für {use} des Modells „{model}“ ist beschädigt: Er passt nicht zur Prüfsumme in seinem Manifest.</translation>
    </message>
    <message>
        <source>The adapter “{file}” is damaged: {reason}</source>
        <translation>Der Adapter „{file}“ ist beschädigt: {reason}</translation>
    </message>
    <message>
        <source>The adapter&apos;s matrices of “{name}” do not fit each other.</source>
        <translation>Die Matrizen des Adapters zu „{name}“ passen nicht zueinander.</translation>
    </message>
    <message>
        <source>The adapter&apos;s “{name}” is of another size than the model&apos;s.</source>
        <translation>„{name}“ des Adapters ist anders groß als das des Modells.</translation>
    </message>
    <message>
        <source>The answer cannot be read ({reason}).</source>
        <translation>Die Antwort ist nicht lesbar ({reason}).</translation>
    </message>
    <message>
        <source>The backup “{file}” does not hold what the library holds ({wrong}).</source>
        <translation>Die Sicherung „{file}“ enthält nicht, was die Bibliothek enthält ({wrong}).</translation>
    </message>
    <message>
        <source>The citation style “{style}” cannot be used.</source>
        <translation>Der Zitierstil „{style}“ lässt sich nicht verwenden.</translation>
    </message>
    <message>
        <source>The citations cannot be compared with the reference list.</source>
        <translation>Die Zitate lassen sich nicht mit dem Literaturverzeichnis vergleichen.</translation>
    </message>
    <message>
        <source>The database of the library in “{folder}” is missing.</source>
        <translation>Die Datenbank der Bibliothek in „{folder}“ fehlt.</translation>
    </message>
    <message>
        <source>The database “{path}” belongs to another program.</source>
        <translation>Die Datenbank „{path}“ gehört einem anderen Programm.</translation>
    </message>
    <message>
        <source>The database “{path}” cannot be read or written: {reason}.</source>
        <translation>Die Datenbank „{path}“ lässt sich nicht lesen oder schreiben: {reason}.</translation>
    </message>
    <message>
        <source>The database “{path}” is damaged: it is not an SQLite file.</source>
        <translation>Die Datenbank „{path}“ ist beschädigt: Sie ist keine SQLite-Datei.</translation>
    </message>
    <message>
        <source>The database “{path}” is damaged: {reason}.</source>
        <translation>Die Datenbank „{path}“ ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>The encoder “{model}” cannot be used: {reason} “{other}” is used instead.</source>
        <translation>Der Encoder „{model}“ lässt sich nicht benutzen: {reason} Stattdessen wird „{other}“ benutzt.</translation>
    </message>
    <message>
        <source>The fields are {known}.</source>
        <translation>Die Felder sind {known}.</translation>
    </message>
    <message>
        <source>No write permission for the folder “{folder}”.</source>
        <translation>In den Ordner „{folder}“ darf nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The index of {what} cannot be read.</source>
        <translation>Der Index ({what}) lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>The index of {what} in “{folder}” cannot be rebuilt.</source>
        <translation>Der Index von {what} in „{folder}“ lässt sich nicht neu anlegen.</translation>
    </message>
    <message>
        <source>The index “{folder}” cannot be written.</source>
        <translation>Der Index „{folder}“ lässt sich nicht schreiben.</translation>
    </message>
    <message>
        <source>The library “{library}” cannot be locked: {reason}.</source>
        <translation>Die Bibliothek „{library}“ lässt sich nicht sperren: {reason}.</translation>
    </message>
    <message>
        <source>The library “{library}” is already open for writing in this program.</source>
        <translation>Die Bibliothek „{library}“ ist in diesem Programm schon zum Schreiben geöffnet.</translation>
    </message>
    <message>
        <source>The library “{library}” is in use by another program.</source>
        <translation>Die Bibliothek „{library}“ wird von einem anderen Programm benutzt.</translation>
    </message>
    <message>
        <source>The library “{library}” is in use by {program} (process {pid}).</source>
        <translation>Die Bibliothek „{library}“ wird von {program} benutzt (Prozess {pid}).</translation>
    </message>
    <message>
        <source>The library “{library}” was made by an older version and needs to be upgraded.</source>
        <translation>Die Bibliothek „{library}“ hat eine ältere Version und muss umgestellt werden.</translation>
    </message>
    <message>
        <source>The library “{library}” is open for reading only, so nothing about the manuscript can be remembered in it.</source>
        <translation>Die Bibliothek „{library}“ ist nur zum Lesen geöffnet; über das Manuskript lässt sich darin nichts merken.</translation>
    </message>
    <message>
        <source>The library “{library}” is open for reading only.</source>
        <translation>Die Bibliothek „{library}“ ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>No write permission for the library “{library}”.</source>
        <translation>In die Bibliothek „{library}“ darf nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The log of requests, “{file}”, cannot be written ({reason}), so nothing is sent.</source>
        <translation>Die Liste der Anfragen, „{file}“, kann nicht benutzt werden ({reason}); deshalb wird nichts gesendet.</translation>
    </message>
    <message>
        <source>The manifest of the model “{model}”</source>
        <translation>Das Manifest des Modells „{model}“</translation>
    </message>
    <message>
        <source>The model folder “{model}” lacks {name}.</source>
        <translation>Dem Modellordner „{model}“ fehlt {name}.</translation>
    </message>
    <message>
        <source>The model “{model}” could not be loaded: {reason}</source>
        <translation>Das Modell „{model}“ ließ sich nicht laden: {reason}</translation>
    </message>
    <message>
        <source>The model “{model}” has a final layer that Cocite does not support: {part}.</source>
        <translation>Das Modell „{model}“ endet mit einem Teil, den Cocite nicht anwendet: {part}.</translation>
    </message>
    <message>
        <source>The model “{model}” is a reranker: it compares texts and has no vectors.</source>
        <translation>Das Modell „{model}“ ist ein Reranker: Es vergleicht Texte und hat keine Vektoren.</translation>
    </message>
    <message>
        <source>The model “{model}” is an adapter, so a reranker cannot start from it.</source>
        <translation>Das Modell „{model}“ ist ein Adapter, darum kann kein Reranker mit ihm beginnen.</translation>
    </message>
    <message>
        <source>The model “{model}” is not a reranker.</source>
        <translation>Das Modell „{model}“ ist kein Reranker.</translation>
    </message>
    <message>
        <source>The model “{model}” needs the weights of the package “{package}”, which is not installed.</source>
        <translation>Das Modell „{model}“ braucht die Gewichte des Pakets „{package}“, das nicht installiert ist.</translation>
    </message>
    <message>
        <source>The model “{model}” pools in a way that Cocite does not: {mode}.</source>
        <translation>Das Modell „{model}“ fasst Wörter auf eine Art zusammen, die Cocite nicht kennt: {mode}.</translation>
    </message>
    <message>
        <source>The model “{model}” reads queries and papers differently, so training of both cannot start from it.</source>
        <translation>Das Modell „{model}“ liest Fragen anders als Arbeiten, darum kann kein Training beider von ihm ausgehen.</translation>
    </message>
    <message>
        <source>The manifest of the model “{model}” says {dimension} dimensions, but the model has {hidden_size}.</source>
        <translation>Das Modell „{model}“ nennt {dimension} Dimensionen, hat aber {hidden_size}.</translation>
    </message>
    <message>
        <source>The manifest of the model “{model}” says {dimension} dimensions, but its {config} says {found}.</source>
        <translation>Das Modell „{model}“ nennt {dimension} Dimensionen, seine {config} aber {found}.</translation>
    </message>
    <message>
        <source>The model “{model}” was made for other weights than those of “{base}” that are installed.</source>
        <translation>Das Modell „{model}“ ist für andere Gewichte gemacht als die installierten von „{base}“.</translation>
    </message>
    <message>
        <source>The name of “{shown}” is not valid text, so the file cannot be remembered.</source>
        <translation>Der Name von „{shown}“ ist kein gültiger Text, darum lässt sich die Datei nicht merken.</translation>
    </message>
    <message>
        <source>The process that holds the model “{model}” ended unexpectedly.</source>
        <translation>Der Prozess mit dem Modell „{model}“ hat unerwartet geendet.</translation>
    </message>
    <message>
        <source>The query set “{file}” holds no query.</source>
        <translation>Die Anfragen „{file}“ enthalten keine Anfrage.</translation>
    </message>
    <message>
        <source>The query set “{path}” cannot be read: {reason}.</source>
        <translation>Die Anfragen „{path}“ lassen sich nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>The reference list on page {page} could not be read: no entry was recognised.</source>
        <translation>Das Literaturverzeichnis auf Seite {page} konnte nicht gelesen werden: Es wurde kein Eintrag erkannt.</translation>
    </message>
    <message>
        <source>The reference list was read without its entries {numbers}.</source>
        <translation>Das Literaturverzeichnis wurde ohne seine Einträge {numbers} gelesen.</translation>
    </message>
    <message>
        <source>The reference list was read without its entry {number}.</source>
        <translation>Das Literaturverzeichnis wurde ohne seinen Eintrag {number} gelesen.</translation>
    </message>
    <message>
        <source>The request was not complete within {seconds:.0f} seconds.</source>
        <translation>Die Anfrage war nach {seconds:.0f} Sekunden nicht vollständig.</translation>
    </message>
    <message>
        <source>The reranker “{folder}” could not be loaded: {cause}</source>
        <translation>Der Reranker „{folder}“ ließ sich nicht laden: {cause}</translation>
    </message>
    <message>
        <source>The reranker “{folder}” lacks the weights {missing}.</source>
        <translation>Dem Reranker „{folder}“ fehlen die Gewichte {missing}.</translation>
    </message>
    <message>
        <source>The reranker “{model}” cannot be used: {reason} No reranker is used instead.</source>
        <translation>Der Reranker „{model}“ lässt sich nicht benutzen: {reason} Stattdessen wird keiner benutzt.</translation>
    </message>
    <message>
        <source>The reranker “{model}” is an adapter, but not of a BERT.</source>
        <translation>Der Reranker „{model}“ ist ein Adapter, aber nicht der eines BERT.</translation>
    </message>
    <message>
        <source>The run “{name}” cannot be resumed: it is {state}.</source>
        <translation>Der Lauf „{name}“ lässt sich nicht fortsetzen: {state}.</translation>
    </message>
    <message>
        <source>The run “{name}” is still running.</source>
        <translation>Der Lauf „{name}“ läuft noch.</translation>
    </message>
    <message>
        <source>The text cites papers, as in “{marker}”, but no reference list was found.</source>
        <translation>Der Text zitiert Arbeiten, etwa in „{marker}“, aber es wurde kein Literaturverzeichnis gefunden.</translation>
    </message>
    <message>
        <source>The text is in {script} script, which is not supported: sentences and citations may have been missed.</source>
        <translation>Der Text ist in {script} Schrift, die nicht unterstützt wird: Sätze und Zitate können übersehen worden sein.</translation>
    </message>
    <message>
        <source>The text is longer than {limit} million characters.</source>
        <translation>Der Text ist länger als {limit} Millionen Zeichen.</translation>
    </message>
    <message>
        <source>The text is not in English, and gaps are recognised by English words: most sentences that need a citation are not found.</source>
        <translation>Der Text ist nicht auf Englisch, und Lücken werden an englischen Wörtern erkannt: Die meisten Sätze, die eine Quelle brauchen, werden nicht gefunden.</translation>
    </message>
    <message>
        <source>The text of notes was not read ({count}), only the works that they cite.</source>
        <translation>Der Text von Anmerkungen wurde nicht gelesen ({count}), nur die Werke, die sie zitieren.</translation>
    </message>
    <message>
        <source>The text that begins “{excerpt}…” was not read.</source>
        <translation>Der Text, der mit „{excerpt}…“ beginnt, wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>The titles differ by a typing error: {words}</source>
        <translation>Die Titel unterscheiden sich durch einen Tippfehler: {words}</translation>
    </message>
    <message>
        <source>The training ended before its first steps.</source>
        <translation>Das Training endete vor seinen ersten Schritten.</translation>
    </message>
    <message>
        <source>The weights in the package “{package}” are damaged, or not those that the model “{model}” was made for: they do not match the checksum in its manifest.</source>
        <translation>Die Gewichte im Paket „{package}“ sind beschädigt oder nicht die, für die das Modell „{model}“ gemacht ist: Sie passen nicht zur Prüfsumme in seinem Manifest.</translation>
    </message>
    <message>
        <source>The weights of the model “{folder}” are not in safetensors format.</source>
        <translation>Die Gewichte des Modells „{folder}“ sind keine safetensors.</translation>
    </message>
    <message>
        <source>The weights of the model “{model}” are damaged: they do not match the checksum in its manifest.</source>
        <translation>Die Gewichte des Modells „{model}“ sind beschädigt: Sie passen nicht zur Prüfsumme in seinem Manifest.</translation>
    </message>
    <message>
        <source>The weights of the model “{model}” have {stored} dimensions, but its {config} says {expected}.</source>
        <translation>Die Gewichte des Modells „{model}“ haben {stored} Dimensionen, seine {config} nennt aber {expected}.</translation>
    </message>
    <message>
        <source>The {config} of the model “{model}” gives no hidden size.</source>
        <translation>Die {config} des Modells „{model}“ nennt keine verborgene Größe.</translation>
    </message>
    <message>
        <source>The {id} of entry {entry} belongs to another paper, “{title}”.</source>
        <translation>Die Kennung ({id}) des Eintrags {entry} gehört zu einer anderen Arbeit, „{title}“.</translation>
    </message>
    <message>
        <source>A model or run named “{name}” already exists.</source>
        <translation>Ein Modell oder Lauf heißt schon „{name}“.</translation>
    </message>
    <message>
        <source>A saved search named “{name}” already exists.</source>
        <translation>Eine andere gespeicherte Suche heißt schon „{name}“.</translation>
    </message>
    <message>
        <source>A {kind} named “{name}” already exists.</source>
        <translation>Schon vorhanden ({kind}): „{name}“.</translation>
    </message>
    <message>
        <source>There is no [{name}] in a pattern of citation keys.</source>
        <translation>[{name}] gibt es in einem Muster für Zitierschlüssel nicht.</translation>
    </message>
    <message>
        <source>There is no backup “{backup}”.</source>
        <translation>Es gibt keine Sicherung „{backup}“.</translation>
    </message>
    <message>
        <source>There is no citation style “{style}”.</source>
        <translation>Es gibt keinen Zitierstil „{style}“.</translation>
    </message>
    <message>
        <source>There is no file “{path}”.</source>
        <translation>Es gibt keine Datei „{path}“.</translation>
    </message>
    <message>
        <source>There is no library in “{folder}” yet.</source>
        <translation>In „{folder}“ gibt es noch keine Bibliothek.</translation>
    </message>
    <message>
        <source>There is no library in “{folder}”.</source>
        <translation>In „{folder}“ gibt es keine Bibliothek.</translation>
    </message>
    <message>
        <source>There is no model folder “{folder}”.</source>
        <translation>Es gibt keinen Modellordner „{folder}“.</translation>
    </message>
    <message>
        <source>There is no model “{model}”.</source>
        <translation>Es gibt kein Modell „{model}“.</translation>
    </message>
    <message>
        <source>There is no paper {number} in the library.</source>
        <translation>In der Bibliothek gibt es keine Arbeit {number}.</translation>
    </message>
    <message>
        <source>Not enough disk space to copy “{source}”, which is read from a copy.</source>
        <translation>Der Platz reicht nicht, um „{source}“ zu kopieren; gelesen wird aus einer Kopie.</translation>
    </message>
    <message>
        <source>There is no run “{name}”.</source>
        <translation>Es gibt keinen Lauf „{name}“.</translation>
    </message>
    <message>
        <source>This action is not in the history of the library.</source>
        <translation>Eine solche Aktion gibt es im Verlauf dieser Bibliothek nicht.</translation>
    </message>
    <message>
        <source>“{folder}” contains nothing from which the database could be rebuilt.</source>
        <translation>In „{folder}“ ist nichts, woraus sich die Datenbank anlegen ließe.</translation>
    </message>
    <message>
        <source>Not enough disk space for {what}: about {needed} are needed, and {left} are free on the disk of “{folder}”.</source>
        <translation>Für {what} ist zu wenig Platz: Nötig sind etwa {needed}, auf dem Datenträger von „{folder}“ sind {left} frei.</translation>
    </message>
    <message>
        <source>This action was not undone, so it cannot be redone.</source>
        <translation>Dies ist nicht rückgängig gemacht und kann daher nicht wiederholt werden.</translation>
    </message>
    <message>
        <source>To cite here</source>
        <translation>Hier zu zitieren</translation>
    </message>
    <message>
        <source>Separated merged papers</source>
        <translation>Eine Zusammenführung aufgehoben</translation>
    </message>
    <message>
        <source>Undid a merge</source>
        <translation>Zusammenführung zurückgenommen</translation>
    </message>
    <message>
        <source>Removed the citation data of “{name}”</source>
        <translation>Zitationsdaten von „{name}“ zurückgenommen</translation>
    </message>
    <message>
        <source>Imported changes from Zotero</source>
        <translation>Änderungen aus Zotero übernommen</translation>
    </message>
    <message>
        <source>Removed the tag “{name}” from {papers}</source>
        <translation>Schlagwort „{name}“ abgenommen: {papers}</translation>
    </message>
    <message>
        <source>Restored {papers} from the Trash</source>
        <translation>Aus dem Papierkorb geholt: {papers}</translation>
    </message>
    <message>
        <source>Removed {papers} from “{name}”</source>
        <translation>Aus „{name}“ entfernt: {papers}</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Type a DOI such as 10.1000/182, an arXiv id such as 2101.00001, or a title.</source>
        <translation>Geben Sie eine DOI wie 10.1000/182, eine arXiv-Nummer wie 2101.00001 oder einen Titel ein.</translation>
    </message>
    <message>
        <source>Undo the later actions first.</source>
        <translation>Machen Sie zuerst rückgängig, was danach kam.</translation>
    </message>
    <message>
        <source>Undo: {action}</source>
        <translation>Rückgängig: {action}</translation>
    </message>
    <message>
        <source>Unpack it and import the folder.</source>
        <translation>Das Archiv entpacken und den Ordner importieren.</translation>
    </message>
    <message>
        <source>Unpack the file and import its contents.</source>
        <translation>Die Datei entpacken und importieren, was darin ist.</translation>
    </message>
    <message>
        <source>Use a model of a transformer, pooling and normalisation alone.</source>
        <translation>Verwenden Sie ein Modell, das nur aus Transformer, Pooling und Normalisierung besteht.</translation>
    </message>
    <message>
        <source>Use a model that pools by the mean, the first or the last token.</source>
        <translation>Verwenden Sie ein Modell, das den Mittelwert, das erste oder das letzte Token nimmt.</translation>
    </message>
    <message>
        <source>Use a model that was, or train a new one.</source>
        <translation>Verwenden Sie ein solches Modell, oder trainieren Sie ein neues.</translation>
    </message>
    <message>
        <source>Use one of: {known}, or a model folder.</source>
        <translation>Eines von {known} oder einen Modellordner verwenden.</translation>
    </message>
    <message>
        <source>Use one or more of {known}.</source>
        <translation>Einige von {known} verwenden.</translation>
    </message>
    <message>
        <source>With “Only new sentences”: number of known sentences repeated for each new one, 0–4. Raise it when the new model has forgotten what the old one knew.</source>
        <translation>Mit „Nur das Hinzugekommene“: Sätze, aus denen das Ausgangsmodell gelernt hat und die je neuem Satz noch einmal durchgegangen werden, 0–4. Erhöhen, wenn das neue Modell vergessen hat, was das alte wusste.</translation>
    </message>
    <message>
        <source>Cleared the decision about {papers}</source>
        <translation>Entscheidung für einen Satz zurückgezogen: {papers}</translation>
    </message>
    <message>
        <source>Writing records</source>
        <translation>Datensätze werden geschrieben</translation>
    </message>
    <message>
        <source>Writing the model</source>
        <translation>Modell wird geschrieben</translation>
    </message>
    <message>
        <source>Years {one} and {other}</source>
        <translation>Jahre {one} und {other}</translation>
    </message>
    <message>
        <source>a paper without a title</source>
        <translation>einer Arbeit ohne Titel</translation>
    </message>
    <message>
        <source>according to {source}</source>
        <translation>laut {source}</translation>
    </message>
    <message>
        <source>all-MiniLM-L6-v2 with an adapter that reads a sentence and a paper together.</source>
        <translation>all-MiniLM-L6-v2 mit einem Adapter, der einen Satz und eine Arbeit zusammen liest.</translation>
    </message>
    <message>
        <source>all-MiniLM-L6-v2 with an adapter, trained on sentences that cite.</source>
        <translation>all-MiniLM-L6-v2 mit einem Adapter, trainiert mit zitierenden Sätzen.</translation>
    </message>
    <message>
        <source>answered, {bytes:,} bytes</source>
        <translation>beantwortet, {bytes:,} Bytes</translation>
    </message>
    <message>
        <source>arXiv id {id}</source>
        <translation>arXiv-ID {id}</translation>
    </message>
    <message>
        <source>authors and years</source>
        <translation>Autoren und Jahre</translation>
    </message>
    <message>
        <source>backup</source>
        <translation>Sicherung</translation>
    </message>
    <message>
        <source>cited as: “{text}”</source>
        <translation>zitiert als: „{text}“</translation>
    </message>
    <message>
        <source>cited beside “{title}” in {papers}: {titles}</source>
        <translation>zitiert neben „{title}“ in {papers}: {titles}</translation>
    </message>
    <message>
        <source>cited by {count} of your papers</source>
        <translation>von {count} Ihrer Arbeiten zitiert</translation>
    </message>
    <message>
        <source>cited together in {papers}: {titles}</source>
        <translation>gemeinsam zitiert in {papers}: {titles}</translation>
    </message>
    <message>
        <source>cited with “{title}” in {papers}</source>
        <translation>zitiert mit „{title}“ in {papers}</translation>
    </message>
    <message>
        <source>cited with “{title}” in {papers}, and with {others} more that you cite</source>
        <translation>zitiert mit „{title}“ in {papers}, und mit {others} weiteren, die Sie zitieren</translation>
    </message>
    <message>
        <source>cites {markers}</source>
        <translation>zitiert {markers}</translation>
    </message>
    <message>
        <source>citing sentences</source>
        <translation>zitierende Sätze</translation>
    </message>
    <message>
        <source>close in meaning by its title</source>
        <translation>dem Titel nach in der Bedeutung nah</translation>
    </message>
    <message>
        <source>close in meaning: “{text}”</source>
        <translation>in der Bedeutung nah: „{text}“</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>Kopie</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>Encoder</translation>
    </message>
    <message>
        <source>fits the text around: “{text}”</source>
        <translation>passt zum Text ringsum: „{text}“</translation>
    </message>
    <message>
        <source>holds more than {most:,} files</source>
        <translation>enthält mehr als {most:,} Dateien</translation>
    </message>
    <message>
        <source>identifiers</source>
        <translation>Kennungen</translation>
    </message>
    <message>
        <source>listed as {label}</source>
        <translation>im Verzeichnis als {label}</translation>
    </message>
    <message>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>it cannot be opened</source>
        <translation>sie lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>worse results</source>
        <translation>findet es weniger</translation>
    </message>
    <message>
        <source>better results</source>
        <translation>findet es mehr</translation>
    </message>
    <message>
        <source>it cannot be used as the {kind}.</source>
        <translation>es ist kein {kind}.</translation>
    </message>
    <message>
        <source>it redirects to another computer, {where}, which Cocite does not contact</source>
        <translation>er verweist auf einen anderen Rechner, {where}, der nicht gefragt wird</translation>
    </message>
    <message>
        <source>its initials in the sentence: {texts}</source>
        <translation>Initialen stehen im Satz: {texts}</translation>
    </message>
    <message>
        <source>its pages are lost</source>
        <translation>ihre Seiten sind verloren</translation>
    </message>
    <message>
        <source>its title in the sentence: {texts}</source>
        <translation>Titel steht im Satz: {texts}</translation>
    </message>
    <message>
        <source>redirects to another address of the service</source>
        <translation>verweist auf eine andere Adresse des Dienstes</translation>
    </message>
    <message>
        <source>locks have no effect there</source>
        <translation>Sperren haben dort keine Wirkung</translation>
    </message>
    <message>
        <source>A better order of the first suggestions</source>
        <translation>Eine bessere Reihenfolge der ersten Vorschläge</translation>
    </message>
    <message>
        <source>A citation refers to work {number}, and the number of works sent is {works}.</source>
        <translation>Eine Zitation verweist auf Werk {number}, gesendet wurden aber {works} Werke.</translation>
    </message>
    <message>
        <source>Abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>Add the papers to its collection, or stop following the file.</source>
        <translation>Fügen Sie die Arbeiten zu ihrer Sammlung hinzu, oder folgen Sie der Datei nicht mehr.</translation>
    </message>
    <message>
        <source>Add the tables of OpenCitations Meta, which give the DOI of an OMID.</source>
        <translation>Fügen Sie die Tabellen von OpenCitations Meta hinzu, die zu einer OMID die DOI angeben.</translation>
    </message>
    <message>
        <source>Added {count:,} entries to “{file}”</source>
        <translation>{count:,} Einträge zu „{file}“ hinzugefügt</translation>
    </message>
    <message>
        <source>Added {papers} to “{name}”</source>
        <translation>{papers} zu „{name}“ hinzugefügt</translation>
    </message>
    <message>
        <source>Allow Cocite to listen on 127.0.0.1 in the firewall settings.</source>
        <translation>Erlauben Sie Cocite in den Einstellungen der Firewall, auf 127.0.0.1 zu lauschen.</translation>
    </message>
    <message>
        <source>An error occurred in Cocite.</source>
        <translation>In Cocite ist ein Fehler aufgetreten.</translation>
    </message>
    <message>
        <source>Another entry of the file has the key “{key}”, so “{old}” keeps its own.</source>
        <translation>Ein anderer Eintrag der Datei hat den Schlüssel „{key}“, deshalb behält „{old}“ seinen eigenen.</translation>
    </message>
    <message>
        <source>Ask the owner of the folder for permission.</source>
        <translation>Bitten Sie den Besitzer des Ordners um die Berechtigung.</translation>
    </message>
    <message>
        <source>Better suggestions, and the library stays as it is</source>
        <translation>Bessere Vorschläge, und die Bibliothek bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>Better suggestions, with sentences and papers learned</source>
        <translation>Bessere Vorschläge, aus Sätzen und Arbeiten gelernt</translation>
    </message>
    <message>
        <source>Both branches of “{condition}” were read, because its value is not known.</source>
        <translation>Beide Zweige von „{condition}“ wurden gelesen, weil der Wert nicht bekannt ist.</translation>
    </message>
    <message>
        <source>Check its name in the sidebar of the library.</source>
        <translation>Prüfen Sie den Namen in der Seitenleiste der Bibliothek.</translation>
    </message>
    <message>
        <source>Check that the drive is connected and that you have permission to read it.</source>
        <translation>Prüfen Sie, ob das Laufwerk verbunden ist und Sie es lesen dürfen.</translation>
    </message>
    <message>
        <source>Check that you have permission to write there, or delete that folder.</source>
        <translation>Prüfen Sie, ob Sie dort schreiben dürfen, oder löschen Sie den Ordner.</translation>
    </message>
    <message>
        <source>Check that you have permission to write there. You can delete the folder: it is rebuilt.</source>
        <translation>Prüfen Sie, ob Sie dort schreiben dürfen. Sie können den Ordner löschen: Er wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>Choose a .bib file in it.</source>
        <translation>Wählen Sie eine .bib-Datei darin.</translation>
    </message>
    <message>
        <source>Choose another port, or leave out --port.</source>
        <translation>Wählen Sie einen anderen Port, oder lassen Sie --port weg.</translation>
    </message>
    <message>
        <source>Choose this first. It learns how sentences cite; papers keep their vectors, so nothing is encoded again.</source>
        <translation>Zuerst dies wählen. Es lernt, wie Sätze zitieren; Arbeiten behalten ihre Vektoren, nichts wird neu kodiert.</translation>
    </message>
    <message>
        <source>Choose this if you have abstracts but few citations. It learns from the texts of papers.</source>
        <translation>Bei Abstracts, aber kaum Zitaten wählen. Es lernt, was Arbeiten sagen.</translation>
    </message>
    <message>
        <source>Choose this if you have many citations and a GPU, and look for similar papers rather than papers to cite.</source>
        <translation>Bei vielen Zitaten und einer GPU wählen, wenn eher ähnliche Arbeiten gesucht werden als das, was ein Satz zitieren sollte.</translation>
    </message>
    <message>
        <source>Choose this if you have very many full texts and a GPU, and your sentences cite several papers.</source>
        <translation>Bei sehr vielen Volltexten und einer GPU wählen, wenn Sätze mehrere Arbeiten zitieren.</translation>
    </message>
    <message>
        <source>Choose this to compare with a well-known method, with many citations and a GPU.</source>
        <translation>Zum Vergleich mit einer bekannten Methode wählen, bei vielen Zitaten und einer GPU.</translation>
    </message>
    <message>
        <source>Choose this when the model is to learn the papers of your field too. The library is encoded again before it is used.</source>
        <translation>Wählen, wenn das Modell auch die Arbeiten des Fachs lernen soll. Vor dem Gebrauch wird die Bibliothek neu kodiert.</translation>
    </message>
    <message>
        <source>Choose this with thousands of citing sentences and a GPU. It is used beside the model of the library, and each question takes longer.</source>
        <translation>Bei Tausenden zitierender Sätze und einer GPU wählen. Es wird neben dem Modell der Bibliothek benutzt, und jede Frage dauert länger.</translation>
    </message>
    <message>
        <source>Close other programs that use it. Until then the CPU is used.</source>
        <translation>Schließen Sie andere Programme, die sie verwenden. Bis dahin wird der Prozessor verwendet.</translation>
    </message>
    <message>
        <source>Cocite cannot open a port on this computer: {reason}.</source>
        <translation>Cocite kann auf diesem Rechner keinen Port öffnen: {reason}.</translation>
    </message>
    <message>
        <source>Cocite is busy or an error occurred (status {status}).</source>
        <translation>Cocite ist beschäftigt, oder es ist ein Fehler aufgetreten (Status {status}).</translation>
    </message>
    <message>
        <source>Cocite only accepts requests from this computer.</source>
        <translation>Cocite nimmt nur Anfragen von diesem Rechner an.</translation>
    </message>
    <message>
        <source>Cocite tries again when it changes; what was imported stays.</source>
        <translation>Cocite versucht es erneut, wenn sie sich ändert; was importiert wurde, bleibt.</translation>
    </message>
    <message>
        <source>Connect the drive, or stop following the file.</source>
        <translation>Verbinden Sie das Laufwerk, oder folgen Sie der Datei nicht mehr.</translation>
    </message>
    <message>
        <source>Correct it, or delete it to keep the vectors on this computer.</source>
        <translation>Korrigieren Sie sie, oder löschen Sie sie, um die Vektoren auf diesem Rechner zu speichern.</translation>
    </message>
    <message>
        <source>Correct the entry in the file and import it again; what was imported is not added twice.</source>
        <translation>Korrigieren Sie den Eintrag in der Datei und importieren Sie sie erneut; nichts wird doppelt hinzugefügt.</translation>
    </message>
    <message>
        <source>Correct the entry in your editor.</source>
        <translation>Korrigieren Sie den Eintrag in Ihrem Editor.</translation>
    </message>
    <message>
        <source>Deleted papers from the Trash</source>
        <translation>Arbeiten aus dem Papierkorb gelöscht</translation>
    </message>
    <message>
        <source>Deleted {papers} from the Trash</source>
        <translation>{papers} aus dem Papierkorb gelöscht</translation>
    </message>
    <message>
        <source>Edited the note on {papers}</source>
        <translation>Notiz zu {papers} bearbeitet</translation>
    </message>
    <message>
        <source>Evidence for every citation</source>
        <translation>Belege für jede Zitation</translation>
    </message>
    <message>
        <source>Evidence for {title}</source>
        <translation>Belege für {title}</translation>
    </message>
    <message>
        <source>Evidence found</source>
        <translation>Beleg gefunden</translation>
    </message>
    <message>
        <source>Expect no gain from a short training: it found 24 instead of 28 of 100 cited papers. A long one, as published, was not measured.</source>
        <translation>Von einem kurzen Training ist kein Gewinn zu erwarten: Es fand 24 statt 28 von 100 zitierten Arbeiten. Ein langes, wie veröffentlicht, wurde nicht gemessen.</translation>
    </message>
    <message>
        <source>Expect no gain from a short training: it found 49 instead of 55 of 100 cited papers. A long one, as published, was not measured.</source>
        <translation>Von einem kurzen Training ist kein Gewinn zu erwarten: Es fand 49 statt 55 von 100 zitierten Arbeiten. Ein langes, wie veröffentlicht, wurde nicht gemessen.</translation>
    </message>
    <message>
        <source>Expect no gain from a short training: it found 50 instead of 55 of 100 cited papers. A long one, as published, was not measured.</source>
        <translation>Von einem kurzen Training ist kein Gewinn zu erwarten: Es fand 50 statt 55 von 100 zitierten Arbeiten. Ein langes, wie veröffentlicht, wurde nicht gemessen.</translation>
    </message>
    <message>
        <source>Expect no gain from a short training: it found 52 instead of 55 of 100 cited papers. A long one, as published, was not measured.</source>
        <translation>Von einem kurzen Training ist kein Gewinn zu erwarten: Es fand 52 statt 55 von 100 zitierten Arbeiten. Ein langes, wie veröffentlicht, wurde nicht gemessen.</translation>
    </message>
    <message>
        <source>Expect no gain from a short training: it found 53 instead of 55 of 100 cited papers. A long one, as published, was not measured.</source>
        <translation>Von einem kurzen Training ist kein Gewinn zu erwarten: Es fand 53 statt 55 von 100 zitierten Arbeiten. Ein langes, wie veröffentlicht, wurde nicht gemessen.</translation>
    </message>
    <message>
        <source>Expression of concern: {about}</source>
        <translation>Expression of Concern: {about}</translation>
    </message>
    <message>
        <source>Filled in details that were looked up: {count:,}</source>
        <translation>Nachgeschlagene Angaben ergänzt: {count:,}</translation>
    </message>
    <message>
        <source>First author</source>
        <translation>Erster Autor</translation>
    </message>
    <message>
        <source>Gradients overflow in float16. If the loss becomes NaN, start again with the precision float32.</source>
        <translation>Gradienten laufen in float16 über. Wenn der Verlust zu NaN wird, beginnen Sie mit der Genauigkeit float32 neu.</translation>
    </message>
    <message>
        <source>Imported papers: {added:,}, added details to {merged:,}</source>
        <translation>Importierte Arbeiten: {added:,}, ergänzt: {merged:,}</translation>
    </message>
    <message>
        <source>In Citavi, choose “File”, “Export” and BibTeX or RIS, and import the file that it writes.</source>
        <translation>Wählen Sie in Citavi „Datei“, „Exportieren“ und BibTeX oder RIS, und importieren Sie die geschriebene Datei.</translation>
    </message>
    <message>
        <source>In EndNote, choose “File”, “Export” and the type XML, and import the file that it writes.</source>
        <translation>Wählen Sie in EndNote „File“, „Export“ und den Typ XML, und importieren Sie die Datei.</translation>
    </message>
    <message>
        <source>Install Pandoc, or save the file as .docx, .odt, .tex or .md.</source>
        <translation>Installieren Sie Pandoc, oder speichern Sie die Datei als .docx, .odt, .tex oder .md.</translation>
    </message>
    <message>
        <source>Install the build of torch that fits: {command}. Until then the CPU is used.</source>
        <translation>Installieren Sie die passende Ausgabe von torch: {command}. Bis dahin wird der Prozessor verwendet.</translation>
    </message>
    <message>
        <source>It is not certain whether entry {entry} is cited: the list is in the order of citation, so a citation of it was probably not read.</source>
        <translation>Es ist nicht sicher, ob Eintrag {entry} zitiert wird: Das Verzeichnis folgt der Reihenfolge der Zitationen, eine Zitation wurde also wahrscheinlich nicht gelesen.</translation>
    </message>
    <message>
        <source>It was already undone, or was made too long ago.</source>
        <translation>Sie wurde schon rückgängig gemacht oder liegt zu lange zurück.</translation>
    </message>
    <message>
        <source>Items are asked for without a key.</source>
        <translation>Es werden Einträge ohne Schlüssel abgefragt.</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>Zeitschrift</translation>
    </message>
    <message>
        <source>Marked “{sentence}” as needing no citation</source>
        <translation>„{sentence}“ als ohne Beleg in Ordnung markiert</translation>
    </message>
    <message>
        <source>Merging</source>
        <translation>Wird zusammengeführt</translation>
    </message>
    <message>
        <source>Name the columns in its first row: Title, Authors, Year.</source>
        <translation>Benennen Sie in der ersten Zeile die Spalten: Title, Authors, Year.</translation>
    </message>
    <message>
        <source>No build of torch supports this card here; the CPU is used.</source>
        <translation>Keine Ausgabe von torch unterstützt diese Karte hier; der Prozessor wird verwendet.</translation>
    </message>
    <message>
        <source>No citation leads to an entry of the reference list.</source>
        <translation>Keine Zitation führt zu einem Eintrag des Literaturverzeichnisses.</translation>
    </message>
    <message>
        <source>No collection has the name “{name}”.</source>
        <translation>Keine Sammlung heißt „{name}“.</translation>
    </message>
    <message>
        <source>No collection or tag has the name “{name}”.</source>
        <translation>Keine Sammlung und kein Schlagwort heißt „{name}“.</translation>
    </message>
    <message>
        <source>No paper in the library has the id or citation key “{id}”.</source>
        <translation>Keine Arbeit der Bibliothek hat die Nummer oder den Zitierschlüssel „{id}“.</translation>
    </message>
    <message>
        <source>Not enough disk space to create “{folder}”.</source>
        <translation>Es ist kein Platz mehr, um „{folder}“ anzulegen.</translation>
    </message>
    <message>
        <source>No text to search</source>
        <translation>Kein Text zum Durchsuchen</translation>
    </message>
    <message>
        <source>A better order of the passages that are shown as evidence</source>
        <translation>Eine bessere Reihenfolge der Stellen, die als Belege gezeigt werden</translation>
    </message>
    <message>
        <source>Add --resume to continue. If it fails again, restart the computer, or set the device to cpu.</source>
        <translation>Mit --resume fortsetzen. Fällt es wieder aus, starten Sie den Computer neu oder wählen Sie als Gerät cpu.</translation>
    </message>
    <message>
        <source>Best hits of BM25 among which the candidates of a step are chosen: cited papers, and those that the model itself ranks highest, 0–200. 0: the first hits as they are. More are harder and take longer.</source>
        <translation>Beste Treffer von BM25, aus denen die Kandidaten eines Schritts gewählt werden: zitierte Arbeiten und die, die das Modell selbst am höchsten einstuft, 0–200. 0: die ersten Treffer, wie sie sind. Mehr sind schwieriger und dauern länger.</translation>
    </message>
    <message>
        <source>Both branches of “{condition}” and of similar conditions were read ({count}), because their values are not known.</source>
        <translation>Beide Zweige von „{condition}“ und ähnlichen Bedingungen wurden gelesen ({count}), weil die Werte nicht bekannt sind.</translation>
    </message>
    <message>
        <source>Choose a style made for Zotero.</source>
        <translation>Wählen Sie einen Stil für Zotero.</translation>
    </message>
    <message>
        <source>Choose this with the full texts of many papers that cite one another. It is used only for the evidence of citations.</source>
        <translation>Wählen Sie das, wenn Sie die Volltexte vieler Arbeiten haben, die einander zitieren. Es wird nur für die Belege von Zitate benutzt.</translation>
    </message>
    <message>
        <source>Choosing passages to learn from</source>
        <translation>Stellen zum Lernen werden gewählt</translation>
    </message>
    <message>
        <source>Citations can be inserted into copies of Word documents (.docx) only.</source>
        <translation>Zitate können nur in Kopien von Word-Dokumenten (.docx) eingefügt werden.</translation>
    </message>
    <message>
        <source>Citations without an entry are not reported.</source>
        <translation>Zitate ohne Eintrag werden nicht gemeldet.</translation>
    </message>
    <message>
        <source>Distillation</source>
        <translation>Destillation</translation>
    </message>
    <message>
        <source>Few sentences of full texts cite papers of this library: {count:,}. A training needs at least {least}, with those of your manuscripts. Import PDFs of papers that cite yours, and wait until their full texts are read.</source>
        <translation>Wenige Sätze aus Volltexten zitieren Arbeiten dieser Bibliothek: {count:,}. Ein Training braucht mindestens {least}, zusammen mit denen Ihrer Manuskripte. Importieren Sie PDFs von Arbeiten, die Ihre zitieren, und warten Sie, bis deren Volltexte gelesen sind.</translation>
    </message>
    <message>
        <source>Files that commands name were not read ({count}), such as “{file}” in “{command}”.</source>
        <translation>Dateien, die Befehle nennen, wurden nicht gelesen ({count}), etwa „{file}“ in „{command}“.</translation>
    </message>
    <message>
        <source>Hard negatives are chosen, and distilled, from lists of candidates.</source>
        <translation>Schwierige Negative und Destillation brauchen Listen von Kandidaten.</translation>
    </message>
    <message>
        <source>Held-out papers that cite five or more others: {count:,}; to judge this training by what papers cite, at least {missing:,} more are needed. Citing sentences judge it instead.</source>
        <translation>Zurückgehaltene Arbeiten, die fünf oder mehr andere zitieren: {count:,}; um dieses Training danach zu beurteilen, was Arbeiten zitieren, sind mindestens {missing:,} weitere nötig. Stattdessen beurteilen es zitierende Sätze.</translation>
    </message>
    <message>
        <source>Hits searched for hard negatives</source>
        <translation>Treffer, die nach schwierigen Negativen durchsucht werden</translation>
    </message>
    <message>
        <source>If it is a manuscript, open it as one. To import it as a paper, import it as PDF.</source>
        <translation>Ist es ein Manuskript, als Manuskript öffnen. Um es als Arbeit zu importieren, ein PDF davon importieren.</translation>
    </message>
    <message>
        <source>If the library was moved or renamed, choose its new folder. If it is on another drive, connect that drive first.</source>
        <translation>Wurde die Bibliothek verschoben oder umbenannt, wählen Sie ihren neuen Ordner. Liegt sie auf einem anderen Laufwerk, schließen Sie dieses zuerst an.</translation>
    </message>
    <message>
        <source>Import papers with abstracts, or choose “Papers without an abstract” (titles_only=true).</source>
        <translation>Arbeiten mit Abstract importieren, oder „Arbeiten ohne Abstract“ wählen (titles_only=true).</translation>
    </message>
    <message>
        <source>In libraries of about {papers:,} papers the recommended training found {after} instead of {before} of 100 cited papers among the first ten.</source>
        <translation>In Bibliotheken mit etwa {papers:,} Arbeiten fand das empfohlene Training {after} statt {before} von 100 zitierten Arbeiten unter den ersten zehn.</translation>
    </message>
    <message>
        <source>It is not certain that the {id} of entry {entry} is right: the library has it with the title “{title}”.</source>
        <translation>Es ist nicht sicher, dass die {id} von Eintrag {entry} stimmt: In der Bibliothek gehört sie zum Titel „{title}“.</translation>
    </message>
    <message>
        <source>Learn also from citations of papers of which only the title is known. Choose it when many abstracts are missing.</source>
        <translation>Auch aus Zitaten von Arbeiten lernen, von denen nur der Titel bekannt ist. Wählen, wenn viele Abstracts fehlen.</translation>
    </message>
    <message>
        <source>Make one with: python -m training summaries CORPUS --model FOLDER.</source>
        <translation>Erstellen Sie eine mit: python -m training summaries CORPUS --model FOLDER.</translation>
    </message>
    <message>
        <source>Manuscripts</source>
        <translation>Manuskripte</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver was replaced: restart the computer to use its card.</source>
        <translation>Der NVIDIA-Treiber wurde ersetzt: Starten Sie den Computer neu, um die Karte zu verwenden.</translation>
    </message>
    <message>
        <source>Name another file, or continue with the same model and seed.</source>
        <translation>Nennen Sie eine andere Datei, oder fahren Sie mit demselben Modell und Startwert fort.</translation>
    </message>
    <message>
        <source>Nearest passages of the cited paper that are taken as right, 1–3.</source>
        <translation>Nächste Stellen der zitierten Arbeit, die als richtig gelten, 1–3.</translation>
    </message>
    <message>
        <source>New to “{model}”: {sentences:,} citing sentences and {decisions:,} decisions in manuscripts; known: {known:,} sentences.</source>
        <translation>Neu für „{model}“: {sentences:,} zitierende Sätze und {decisions:,} Entscheidungen in Manuskripten; bekannt: {known:,} Sätze.</translation>
    </message>
    <message>
        <source>No citing sentence of the corpus has a passage near it in the paper that it cites.</source>
        <translation>Kein zitierender Satz des Korpus hat eine nahe Stelle in der Arbeit, die er zitiert.</translation>
    </message>
    <message>
        <source>No reranker is in use.</source>
        <translation>Es ist kein Reranker in Gebrauch.</translation>
    </message>
    <message>
        <source>Not in the library</source>
        <translation>Nicht in der Bibliothek</translation>
    </message>
    <message>
        <source>Notes that seem to cite, but in which no work was recognised: {count}; the first is on page {page}.</source>
        <translation>Anmerkungen, die zu zitieren scheinen, in denen aber kein Werk erkannt wurde: {count}; die erste steht auf Seite {page}.</translation>
    </message>
    <message>
        <source>Nothing near was found</source>
        <translation>Nichts Ähnliches gefunden</translation>
    </message>
    <message>
        <source>Number format of the computation. auto: bfloat16 where the device supports it, else float16 on a GPU that is fast in it, else float32. Choose float32 when the loss becomes NaN.</source>
        <translation>Zahlenformat der Berechnung. auto: bfloat16, wo das Gerät es kann, sonst float16 auf einer Grafikkarte, die darin schnell ist, sonst float32. Wählen Sie float32, wenn der Verlust zu NaN wird.</translation>
    </message>
    <message>
        <source>Number of steps after which hard negatives are searched again, with the model as it is then, and the model is validated. 0: once an epoch. Lower it when the loss falls quickly; each search takes time.</source>
        <translation>Anzahl der Schritte, nach denen schwierige Negative mit dem jeweiligen Modell neu gesucht werden und das Modell validiert wird. 0: einmal je Epoche. Senken, wenn der Verlust schnell fällt; jede Suche kostet Zeit.</translation>
    </message>
    <message>
        <source>Number the shards from 0.</source>
        <translation>Nummerieren Sie die Teile ab 0.</translation>
    </message>
    <message>
        <source>On this system no worker processes are used while a GPU trains.</source>
        <translation>Auf diesem System werden keine Hilfsprozesse verwendet, während eine Grafikkarte trainiert.</translation>
    </message>
    <message>
        <source>One in ten papers that cite is held out: import more PDFs that cite papers of yours.</source>
        <translation>Eine von zehn zitierenden Arbeiten wird zurückgehalten: Importieren Sie mehr PDFs, die Ihre Arbeiten zitieren.</translation>
    </message>
    <message>
        <source>One may be a volume of the other</source>
        <translation>Das eine kann ein Band des anderen sein</translation>
    </message>
    <message>
        <source>One title begins with the other, and the pages are the same</source>
        <translation>Ein Titel beginnt mit dem anderen, und die Seiten sind dieselben</translation>
    </message>
    <message>
        <source>Only a Word document (.docx) takes citations</source>
        <translation>Nur ein Word-Dokument (.docx) nimmt Zitate auf</translation>
    </message>
    <message>
        <source>Open the file in the program that wrote it and save it again.</source>
        <translation>Öffnen Sie die Datei in dem Programm, das sie geschrieben hat, und speichern Sie sie erneut.</translation>
    </message>
    <message>
        <source>Open the library in Cocite and try again, or start the service with --allow-writes.</source>
        <translation>Öffnen Sie die Bibliothek in Cocite und versuchen Sie es erneut, oder starten Sie den Dienst mit --allow-writes.</translation>
    </message>
    <message>
        <source>Open the library in Cocite and try again.</source>
        <translation>Öffnen Sie die Bibliothek in Cocite, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Other passages</source>
        <translation>Andere Stellen</translation>
    </message>
    <message>
        <source>Pandoc could not read “{file}”.</source>
        <translation>Pandoc konnte „{file}“ nicht lesen.</translation>
    </message>
    <message>
        <source>Papers that are cited together</source>
        <translation>Arbeiten, die zusammen zitiert werden</translation>
    </message>
    <message>
        <source>Passages of papers cited beside it and far passages of the same paper, 2–20. More are harder to tell apart and slower.</source>
        <translation>Stellen von Arbeiten, die daneben zitiert werden, und ferne Stellen derselben Arbeit, 2–20. Mehr sind schwerer zu unterscheiden und langsamer.</translation>
    </message>
    <message>
        <source>Passages that count</source>
        <translation>Stellen, die zählen</translation>
    </message>
    <message>
        <source>Port {port} is already used by another program.</source>
        <translation>Port {port} wird schon von einem anderen Programm benutzt.</translation>
    </message>
    <message>
        <source>Port {port} is used by another program, perhaps by Zotero.</source>
        <translation>Port {port} wird von einem anderen Programm benutzt, vielleicht von Zotero.</translation>
    </message>
    <message>
        <source>Pretraining: learning rate at the start</source>
        <translation>Vortraining: Lernrate am Anfang</translation>
    </message>
    <message>
        <source>Put it back, write it again, or stop following it.</source>
        <translation>Legen Sie sie zurück, schreiben Sie sie neu, oder folgen Sie ihr nicht mehr.</translation>
    </message>
    <message>
        <source>Put its entries back, write it again, or stop following it.</source>
        <translation>Stellen Sie ihre Einträge wieder her, schreiben Sie sie neu, oder folgen Sie ihr nicht mehr.</translation>
    </message>
    <message>
        <source>Put the file itself into the folder, or name its path in the manuscript.</source>
        <translation>Legen Sie die Datei selbst in den Ordner, oder nennen Sie ihren Pfad im Manuskript.</translation>
    </message>
    <message>
        <source>Questions made of abstracts, added per question, 0–1, for which the model keeps the order that the base model gives the papers. Raise it when the trained model no longer finds papers that say the same in other words.</source>
        <translation>Fragen aus Abstracts, je Frage hinzugefügt, 0–1, bei denen das Modell die Reihenfolge behält, die das Basismodell den Arbeiten gibt. Erhöhen, wenn das trainierte Modell Arbeiten nicht mehr findet, die dasselbe mit anderen Worten sagen.</translation>
    </message>
    <message>
        <source>Questions per step, 4–64. Larger batches train more steadily and take longer.</source>
        <translation>Fragen je Schritt, 4–64. Größere Batches trainieren gleichmäßiger und dauern länger.</translation>
    </message>
    <message>
        <source>Quit Zotero and turn the setting off and on again, or give the plug-in the address of Cocite.</source>
        <translation>Beenden Sie Zotero und schalten Sie die Einstellung aus und wieder ein, oder geben Sie dem Plug-in die Adresse von Cocite.</translation>
    </message>
    <message>
        <source>Quotation found</source>
        <translation>Zitat gefunden</translation>
    </message>
    <message>
        <source>Quotation found with differences</source>
        <translation>Zitat mit Abweichungen gefunden</translation>
    </message>
    <message>
        <source>Quotation found with differences, p. {page}</source>
        <translation>Zitat mit Abweichungen gefunden, S. {page}</translation>
    </message>
    <message>
        <source>Quotation found, p. {page}</source>
        <translation>Zitat gefunden, S. {page}</translation>
    </message>
    <message>
        <source>Quotation not found in the text that could be read</source>
        <translation>Zitat im lesbaren Text nicht gefunden</translation>
    </message>
    <message>
        <source>Reads a citing sentence and a passage of the cited paper together and puts the passages in order (a cross-encoder).</source>
        <translation>Liest einen zitierenden Satz und eine Stelle der zitierten Arbeit zusammen und ordnet die Stellen (ein Cross-Encoder).</translation>
    </message>
    <message>
        <source>References</source>
        <translation>Literaturverzeichnis</translation>
    </message>
    <message>
        <source>Related passage</source>
        <translation>Verwandte Stelle</translation>
    </message>
    <message>
        <source>Remarks of the authors were not read ({count}), such as “{command}”.</source>
        <translation>Anmerkungen der Autoren wurden nicht gelesen ({count}), zum Beispiel „{command}“.</translation>
    </message>
    <message>
        <source>Removed the manuscript “{title}” from the list</source>
        <translation>Manuskript „{title}“ aus der Liste entfernt</translation>
    </message>
    <message>
        <source>Removed the mark “needs no citation” from “{sentence}”</source>
        <translation>Markierung „braucht keinen Beleg“ von „{sentence}“ entfernt</translation>
    </message>
    <message>
        <source>Requests from this web page are not allowed.</source>
        <translation>Anfragen von dieser Webseite sind nicht erlaubt.</translation>
    </message>
    <message>
        <source>Restart the computer. Until then the CPU is used.</source>
        <translation>Starten Sie den Computer neu. Bis dahin wird die CPU verwendet.</translation>
    </message>
    <message>
        <source>Retracted paper: {about}</source>
        <translation>Zurückgezogene Arbeit: {about}</translation>
    </message>
    <message>
        <source>Same family names</source>
        <translation>Gleiche Nachnamen</translation>
    </message>
    <message>
        <source>Save the document as .docx, or copy the cite commands of the list.</source>
        <translation>Speichern Sie das Dokument als .docx, oder kopieren Sie die Zitierbefehle der Liste.</translation>
    </message>
    <message>
        <source>Save the file as .docx, .odt, .tex or .md and open that.</source>
        <translation>Speichern Sie die Datei als .docx, .odt, .tex oder .md, und öffnen Sie diese.</translation>
    </message>
    <message>
        <source>Search for its title or authors.</source>
        <translation>Suchen Sie nach Titel oder Autoren.</translation>
    </message>
    <message>
        <source>See /openapi.json for all addresses.</source>
        <translation>Alle Adressen stehen in /openapi.json.</translation>
    </message>
    <message>
        <source>See /openapi.json for the fields of each request.</source>
        <translation>Die Felder jeder Anfrage stehen in /openapi.json.</translation>
    </message>
    <message>
        <source>Send a paper with cite, reject and undecided only.</source>
        <translation>Senden Sie nur mit cite, reject und undecided eine Arbeit.</translation>
    </message>
    <message>
        <source>Send a paper with cite, reject and undecided.</source>
        <translation>Senden Sie mit cite, reject und undecided eine Arbeit.</translation>
    </message>
    <message>
        <source>Send a single chapter instead of the whole document.</source>
        <translation>Senden Sie ein einzelnes Kapitel statt des ganzen Dokuments.</translation>
    </message>
    <message>
        <source>Send a text, or a document with an offset.</source>
        <translation>Senden Sie einen Text oder ein Dokument mit einer Position.</translation>
    </message>
    <message>
        <source>Sentences read of the abstract, from its start, besides the title, 1–20. Lower it to save time and memory.</source>
        <translation>Sätze, die außer dem Titel vom Anfang des Abstracts gelesen werden, 1–20. Senken, um Zeit und Speicher zu sparen.</translation>
    </message>
    <message>
        <source>Share of papers shown by their title alone while training, 0–0.5, where papers are trained too. Raise it when many papers of your library have no abstract.</source>
        <translation>Anteil der Arbeiten, von denen beim Training nur der Titel gezeigt wird, 0–0,5, wenn auch Arbeiten trainiert werden. Erhöhen, wenn vielen Arbeiten Ihrer Bibliothek der Abstract fehlt.</translation>
    </message>
    <message>
        <source>Share of the pretraining steps in which the learning rate rises to its peak, 0–0.5; a value of 1 or more is a number of steps. Raise it when the loss jumps at the start.</source>
        <translation>Anteil der Schritte des Vortrainings, in denen die Lernrate auf ihren Höchstwert steigt, 0–0,5; ein Wert ab 1 ist eine Zahl von Schritten. Erhöhen, wenn der Verlust am Anfang springt.</translation>
    </message>
    <message>
        <source>Share of the steps in which the learning rate rises to its peak, 0–0.5; a value of 1 or more is a number of steps. Raise it when the loss jumps at the start.</source>
        <translation>Anteil der Schritte, in denen die Lernrate auf ihren Höchstwert steigt, 0–0,5; ein Wert ab 1 ist eine Zahl von Schritten. Erhöhen, wenn der Verlust am Anfang springt.</translation>
    </message>
    <message>
        <source>Share: papers by title alone</source>
        <translation>Anteil: Arbeiten nur mit Titel</translation>
    </message>
    <message>
        <source>Similar papers, by the network of citations</source>
        <translation>Ähnliche Arbeiten, nach dem Netz der Zitate</translation>
    </message>
    <message>
        <source>Similar papers, from citations</source>
        <translation>Ähnliche Arbeiten, danach, wer wen zitiert</translation>
    </message>
    <message>
        <source>Similar papers, without citations</source>
        <translation>Ähnliche Arbeiten, ohne Zitate</translation>
    </message>
    <message>
        <source>Started following “{file}”</source>
        <translation>„{file}“ wird jetzt gefolgt</translation>
    </message>
    <message>
        <source>Started keeping the file “{file}” in step</source>
        <translation>Begonnen, die Datei „{file}“ aktuell zu halten</translation>
    </message>
    <message>
        <source>Steps between searches for hard negatives</source>
        <translation>Schritte zwischen zwei Suchen nach schwierigen Negativen</translation>
    </message>
    <message>
        <source>Stopped following “{file}”</source>
        <translation>„{file}“ wird nicht mehr gefolgt</translation>
    </message>
    <message>
        <source>Supported formats: {formats}.</source>
        <translation>Unterstützte Formate: {formats}.</translation>
    </message>
    <message>
        <source>Supported translators: {translators}.</source>
        <translation>Unterstützte Übersetzer: {translators}.</translation>
    </message>
    <message>
        <source>The backup is of version {version}; this version of Cocite reads up to {latest}.</source>
        <translation>Die Sicherung hat Version {version}; diese Version von Cocite liest bis {latest}.</translation>
    </message>
    <message>
        <source>The change was too large to be recorded for undoing.</source>
        <translation>Die Änderung war zu groß, um sie zum Rückgängigmachen aufzuzeichnen.</translation>
    </message>
    <message>
        <source>The chapter “{file}” is a file of its own, so it was not read.</source>
        <translation>Das Kapitel „{file}“ ist eine eigene Datei und wurde deshalb nicht gelesen.</translation>
    </message>
    <message>
        <source>The citation format “{format}” is not supported.</source>
        <translation>Das Zitierformat „{format}“ wird nicht unterstützt.</translation>
    </message>
    <message>
        <source>The citation style “{style}” is for Juris-M, which has fields that Cocite does not have.</source>
        <translation>Der Zitierstil „{style}“ ist für Juris-M, das Felder hat, die Cocite nicht hat.</translation>
    </message>
    <message>
        <source>The decision “{decision}” is about a sentence, not about a paper.</source>
        <translation>Die Entscheidung „{decision}“ betrifft einen Satz, keine Arbeit.</translation>
    </message>
    <message>
        <source>The decision “{decision}” needs a paper.</source>
        <translation>Die Entscheidung „{decision}“ braucht eine Arbeit.</translation>
    </message>
    <message>
        <source>The device failed: {reason}.</source>
        <translation>Das Gerät ist ausgefallen: {reason}.</translation>
    </message>
    <message>
        <source>The entry “{key}” cannot be edited in place.</source>
        <translation>Der Eintrag „{key}“ kann nicht an seiner Stelle geändert werden.</translation>
    </message>
    <message>
        <source>The entry “{key}” has an error, so only a part of it was read.</source>
        <translation>Der Eintrag „{key}“ ist fehlerhaft und wurde nur zum Teil gelesen.</translation>
    </message>
    <message>
        <source>The entry “{key}” was left out: {reason}.</source>
        <translation>Der Eintrag „{key}“ wurde ausgelassen: {reason}.</translation>
    </message>
    <message>
        <source>The entry “{key}” was not taken: {reason}.</source>
        <translation>Der Eintrag „{key}“ wurde nicht übernommen: {reason}.</translation>
    </message>
    <message>
        <source>The field “{field}” of the request is invalid: {reason}.</source>
        <translation>Das Feld „{field}“ der Anfrage ist ungültig: {reason}.</translation>
    </message>
    <message>
        <source>The file {file} gives “{value}” for {name}, not a whole number.</source>
        <translation>Die Datei {file} nennt „{value}“ für {name}, keine ganze Zahl.</translation>
    </message>
    <message>
        <source>The folder “{folder}” cannot be created: you have no permission to write there.</source>
        <translation>Der Ordner „{folder}“ kann nicht angelegt werden: Sie dürfen dort nicht schreiben.</translation>
    </message>
    <message>
        <source>The folder “{folder}” cannot be created: {reason}.</source>
        <translation>Der Ordner „{folder}“ kann nicht angelegt werden: {reason}.</translation>
    </message>
    <message>
        <source>The folder “{folder}” does not exist; the file is followed once it does.</source>
        <translation>Den Ordner „{folder}“ gibt es nicht; der Datei wird gefolgt, sobald es ihn gibt.</translation>
    </message>
    <message>
        <source>The library is read-only, so nothing was saved.</source>
        <translation>Die Bibliothek ist schreibgeschützt, deshalb wurde nichts gespeichert.</translation>
    </message>
    <message>
        <source>The library is read-only, so the decision was not saved.</source>
        <translation>Die Bibliothek ist schreibgeschützt, darum wurde die Entscheidung nicht gespeichert.</translation>
    </message>
    <message>
        <source>The library “{library}” is of version {version}; this version of Cocite reads up to {latest}.</source>
        <translation>Die Bibliothek „{library}“ hat Version {version}; diese Version von Cocite liest bis {latest}.</translation>
    </message>
    <message>
        <source>The list that LaTeX made (.bbl) is older than the text. Entries left out, which the text does not cite: {count}.</source>
        <translation>Die von LaTeX erzeugte Liste (.bbl) ist älter als der Text. Weggelassene Einträge, die der Text nicht zitiert: {count}.</translation>
    </message>
    <message>
        <source>The page Models says how many more cited papers it finds, if libraries of this size were measured. It was never clearly worse.</source>
        <translation>Die Seite „Modelle“ sagt, wie viele zitierte Arbeiten mehr es findet, wenn Bibliotheken dieser Größe gemessen wurden. Es war nie deutlich schlechter.</translation>
    </message>
    <message>
        <source>The paper was removed from the library.</source>
        <translation>Die Arbeit wurde aus der Bibliothek entfernt.</translation>
    </message>
    <message>
        <source>The request is larger than {megabytes} MB.</source>
        <translation>Die Anfrage ist größer als {megabytes} MB.</translation>
    </message>
    <message>
        <source>The sidecars are of version {version}; this version of Cocite reads up to {latest}.</source>
        <translation>Die Begleitdateien haben Version {version}; diese Version von Cocite liest bis {latest}.</translation>
    </message>
    <message>
        <source>The translator “{translator}” is not supported.</source>
        <translation>Der Übersetzer „{translator}“ wird nicht unterstützt.</translation>
    </message>
    <message>
        <source>The works were read from “{files}” in the folder of the manuscript, which does not name it.</source>
        <translation>Die Werke wurden aus „{files}“ im Ordner des Manuskripts gelesen, das die Datei nicht nennt.</translation>
    </message>
    <message>
        <source>There is no text to recommend papers for.</source>
        <translation>Es gibt keinen Text, zu dem Arbeiten vorgeschlagen werden könnten.</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>Es gibt nichts wiederherzustellen.</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>This merge can no longer be undone.</source>
        <translation>Diese Zusammenführung kann nicht mehr rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>This page shows passages of the cited papers. It does not judge whether a citation is right: read the passage.</source>
        <translation>Diese Seite zeigt Stellen der zitierten Arbeiten. Sie beurteilt nicht, ob eine Zitation richtig ist: Lesen Sie die Stelle.</translation>
    </message>
    <message>
        <source>This program brings a torch of its own. To use the card, install Cocite with pip; the manual says how. Until then the CPU is used.</source>
        <translation>Dieses Programm bringt sein eigenes torch mit. Um die Karte zu nutzen, installieren Sie Cocite mit pip; das Handbuch sagt, wie. Bis dahin wird der Prozessor verwendet.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>To allow them, start cocite serve with --origin and its origin.</source>
        <translation>Um sie zu erlauben, starten Sie cocite serve mit --origin und ihrer Herkunft.</translation>
    </message>
    <message>
        <source>To see a difference of {visible}, about {needed:,} such questions are needed; there are {questions:,}, from {papers:,} papers.</source>
        <translation>Um einen Unterschied von {visible} zu sehen, sind etwa {needed:,} solche Fragen nötig; vorhanden sind {questions:,} aus {papers:,} Arbeiten.</translation>
    </message>
    <message>
        <source>Too many requests in a short time.</source>
        <translation>Zu viele Anfragen in kurzer Zeit.</translation>
    </message>
    <message>
        <source>Took changes from “{file}”</source>
        <translation>Änderungen aus „{file}“ übernommen</translation>
    </message>
    <message>
        <source>Took changes from “{file}”: {added:,} added, {changed:,} changed, {trashed:,} in the Trash</source>
        <translation>Änderungen aus „{file}“ übernommen: {added:,} hinzugefügt, {changed:,} geändert, {trashed:,} im Papierkorb</translation>
    </message>
    <message>
        <source>Try again. The log has the details.</source>
        <translation>Versuchen Sie es erneut. Einzelheiten stehen im Protokoll.</translation>
    </message>
    <message>
        <source>Update its driver and restart the computer. Until then the CPU is used.</source>
        <translation>Aktualisieren Sie ihren Treiber, und starten Sie den Computer neu. Bis dahin wird der Prozessor verwendet.</translation>
    </message>
    <message>
        <source>Update the driver of the card. Until then the CPU is used.</source>
        <translation>Aktualisieren Sie den Treiber der Karte. Bis dahin wird der Prozessor verwendet.</translation>
    </message>
    <message>
        <source>Use 127.0.0.1 and the port in the file of the service.</source>
        <translation>Verwenden Sie 127.0.0.1 und den Port aus der Datei des Dienstes.</translation>
    </message>
    <message>
        <source>Use a corpus with the full texts of papers that cite one another.</source>
        <translation>Benutzen Sie einen Korpus mit den Volltexten von Arbeiten, die einander zitieren.</translation>
    </message>
    <message>
        <source>Use a name from the list of collections and tags.</source>
        <translation>Benutzen Sie einen Namen aus der Liste der Sammlungen und Schlagwörter.</translation>
    </message>
    <message>
        <source>Use a type of CSL, such as article-journal or book.</source>
        <translation>Benutzen Sie einen Typ von CSL, etwa article-journal oder book.</translation>
    </message>
    <message>
        <source>Use one of {styles}, the name of another style in Zotero, or a .csl file.</source>
        <translation>Verwenden Sie einen von {styles}, den Namen eines anderen Stils in Zotero oder eine .csl-Datei.</translation>
    </message>
    <message>
        <source>Use the name of a style in the style repository of Zotero, such as apa.</source>
        <translation>Benutzen Sie den Namen eines Stils aus der Sammlung von Zotero, etwa apa.</translation>
    </message>
    <message>
        <source>Use the path of the file itself.</source>
        <translation>Benutzen Sie den Pfad der Datei selbst.</translation>
    </message>
    <message>
        <source>Wait a second and try again.</source>
        <translation>Warten Sie eine Sekunde und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Waiting for another training to end</source>
        <translation>Wartet auf das Ende eines anderen Trainings</translation>
    </message>
    <message>
        <source>With 1,500 citing sentences it finds 57 instead of 55 of 100 cited papers.</source>
        <translation>Gewinn, gemessen mit 1.500 zitierenden Sätzen: 57 statt 55 von 100 zitierten Arbeiten unter den ersten zehn.</translation>
    </message>
    <message>
        <source>Write 2010-2019, 2010-, -2019, 2015 or any.</source>
        <translation>Schreiben Sie 2010-2019, 2010-, -2019, 2015 oder any.</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>Zotero&apos;s database cannot be read ({reason}).</source>
        <translation>Die Datenbank von Zotero kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>a file without a record, “{file}”; import the file itself</source>
        <translation>eine Datei ohne Eintrag, „{file}“; importieren Sie die Datei selbst</translation>
    </message>
    <message>
        <source>a note without a record: “{start}”</source>
        <translation>eine Notiz ohne Eintrag: „{start}“</translation>
    </message>
    <message>
        <source>agrees</source>
        <translation>stimmt überein</translation>
    </message>
    <message>
        <source>citations between papers, most by their titles alone</source>
        <translation>Zitate zwischen Arbeiten, meist nur nach Titeln</translation>
    </message>
    <message>
        <source>cited together in {papers}, {sentences} of them in one sentence: {titles}</source>
        <translation>gemeinsam zitiert in {papers}, {sentences} davon in einem Satz: {titles}</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>weicht ab</translation>
    </message>
    <message>
        <source>entry {number} ({name})</source>
        <translation>Eintrag {number} ({name})</translation>
    </message>
    <message>
        <source>files of this kind cannot be imported</source>
        <translation>Dateien dieser Art können nicht importiert werden</translation>
    </message>
    <message>
        <source>held-out sentences that cite a paper, most by its title alone</source>
        <translation>zurückgehaltene Sätze, die eine Arbeit zitieren, meist nur mit Titel</translation>
    </message>
    <message>
        <source>is worded like a claim that needs a source</source>
        <translation>ist wie eine Aussage formuliert, die einen Beleg braucht</translation>
    </message>
    <message>
        <source>is worded like a claim that needs a source (“{phrase}”)</source>
        <translation>ist wie eine Aussage formuliert, die einen Beleg braucht („{phrase}“)</translation>
    </message>
    <message>
        <source>it names works by OMID alone</source>
        <translation>sie nennt Werke nur mit ihrer OMID</translation>
    </message>
    <message>
        <source>it refused (status {status})</source>
        <translation>er hat abgelehnt (Status {status})</translation>
    </message>
    <message>
        <source>its authors named in the sentence: {texts}</source>
        <translation>ihre Autoren im Satz genannt: {texts}</translation>
    </message>
    <message>
        <source>its driver {driver} is too old for this build of torch, which needs {needed}</source>
        <translation>ihr Treiber {driver} ist zu alt für diese Ausgabe von torch, die {needed} braucht</translation>
    </message>
    <message>
        <source>listwise compares the candidates of a question with one another and needs fewer questions; pointwise judges each pair by itself, as published, and its batches are of pairs.</source>
        <translation>listwise vergleicht die Kandidaten einer Frage miteinander und braucht weniger Fragen; pointwise beurteilt jedes Paar für sich, wie veröffentlicht, und seine Batches bestehen aus Paaren.</translation>
    </message>
    <message>
        <source>pairs of a sentence and a paper that it cites, most by its title alone</source>
        <translation>Paare aus einem Satz und einer zitierten Arbeit, meist nur mit Titel</translation>
    </message>
    <message>
        <source>sentences that cite two or more papers, most by their titles alone</source>
        <translation>Sätze, die zwei oder mehr Arbeiten zitieren, meist nur mit Titel</translation>
    </message>
    <message>
        <source>the file ends before its list of items does</source>
        <translation>die Datei endet vor dem Ende ihrer Liste</translation>
    </message>
    <message>
        <source>the item is not an object</source>
        <translation>der Eintrag ist kein Objekt</translation>
    </message>
    <message>
        <source>the item is not valid JSON ({reason})</source>
        <translation>der Eintrag ist kein gültiges JSON ({reason})</translation>
    </message>
    <message>
        <source>the list ends here, but items follow</source>
        <translation>die Liste endet hier, aber es folgen Einträge</translation>
    </message>
    <message>
        <source>too much of the file is broken; the rest was not read</source>
        <translation>zu viel der Datei ist beschädigt; der Rest wurde nicht gelesen</translation>
    </message>
    <message>
        <source>{card}: its driver was replaced since the last start.</source>
        <translation>{card}: Der Treiber wurde seit dem letzten Start ersetzt.</translation>
    </message>
    <message>
        <source>{what:capital}: {count:,}; to tell a gain of a few points from chance, {missing:,} more are needed.</source>
        <translation>{what:capital}: {count:,}; um einen Gewinn von wenigen Punkten vom Zufall zu unterscheiden, sind {missing:,} weitere nötig.</translation>
    </message>
    <message>
        <source>“{file}” could not be read as a list of works.</source>
        <translation>„{file}“ konnte nicht als Literaturverzeichnis gelesen werden.</translation>
    </message>
    <message>
        <source>“{file}” has no list of candidates.</source>
        <translation>„{file}“ enthält keine Kandidatenliste.</translation>
    </message>
    <message>
        <source>“{marker}” has no entry in the reference list as it was read, but its entry would come at the beginning or end of a column, where entries may be missed.</source>
        <translation>„{marker}“ hat in der Literaturliste, wie sie gelesen wurde, keinen Eintrag; er stünde aber am Anfang oder Ende einer Spalte, wo Einträge übersehen werden können.</translation>
    </message>
    <message>
        <source>“{marker}” has no entry in the reference list as it was read, but the text contains an entry by this author: the list may have more parts.</source>
        <translation>„{marker}“ hat in der Literaturliste, wie sie gelesen wurde, keinen Eintrag; im Text steht aber ein Eintrag dieses Autors: Die Liste hat vielleicht weitere Teile.</translation>
    </message>
    <message>
        <source>“{marker}” was not matched, but entry {entry} has the same year and almost the same name. Check the spelling.</source>
        <translation>„{marker}“ wurde nicht zugeordnet, aber Eintrag {entry} hat dasselbe Jahr und fast denselben Namen. Schreibweise prüfen.</translation>
    </message>
    <message>
        <source>“{model}” does not run on this computer.</source>
        <translation>„{model}“ läuft nicht auf diesem Rechner.</translation>
    </message>
    <message>
        <source>“{type}” is not a type of paper.</source>
        <translation>„{type}“ ist kein Typ einer Arbeit.</translation>
    </message>
    <message>
        <source>“{years}” is not a range of years.</source>
        <translation>„{years}“ ist kein Zeitraum von Jahren.</translation>
    </message>
    <message>
        <source>looking for neighbours</source>
        <translation>Nachbarn werden gesucht</translation>
    </message>
    <message>
        <source>Corrected: {about}</source>
        <translation>Berichtigt: {about}</translation>
    </message>
    <message>
        <source>Longest question and text together, in tokens; the rest is cut off. 0: as long as the base model reads. Lower it when memory is short.</source>
        <translation>Frage und Text zusammen höchstens so viele Tokens; der Rest wird abgeschnitten. 0: so lang, wie das Ausgangsmodell liest. Senken Sie den Wert, wenn der Speicher knapp ist.</translation>
    </message>
    <message>
        <source>Longest question in tokens, at least 8; the rest of the text length is for the text it is compared with. Raise it when questions are long.</source>
        <translation>Längste Frage in Tokens, mindestens 8; der Rest der Textlänge ist für den Text, mit dem sie verglichen wird. Erhöhen Sie den Wert, wenn die Fragen lang sind.</translation>
    </message>
    <message>
        <source>named in the sentence: {texts}</source>
        <translation>im Satz genannt: {texts}</translation>
    </message>
    <message>
        <source>names “{name}” without a source</source>
        <translation>nennt „{name}“ ohne Quelle</translation>
    </message>
    <message>
        <source>naming the groups</source>
        <translation>Gruppen werden benannt</translation>
    </message>
    <message>
        <source>needs more than {mb:,} MB of memory to read</source>
        <translation>braucht zum Lesen mehr als {mb:,} MB Speicher</translation>
    </message>
    <message>
        <source>no clear difference</source>
        <translation>ist kein Unterschied sicher</translation>
    </message>
    <message>
        <source>no clear loss</source>
        <translation>ist kein Verlust sicher</translation>
    </message>
    <message>
        <source>not certain which paper it is</source>
        <translation>nicht sicher, welche Arbeit es ist</translation>
    </message>
    <message>
        <source>not found there</source>
        <translation>dort nicht bekannt</translation>
    </message>
    <message>
        <source>not in the library</source>
        <translation>nicht in der Bibliothek</translation>
    </message>
    <message>
        <source>p. {page}</source>
        <translation>S. {page}</translation>
    </message>
    <message>
        <source>page {page}</source>
        <translation>Seite {page}</translation>
    </message>
    <message>
        <source>page {page} cannot be read</source>
        <translation>Seite {page} lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>papers</source>
        <translation>Arbeiten</translation>
    </message>
    <message>
        <source>papers placed</source>
        <translation>Arbeiten eingeordnet</translation>
    </message>
    <message>
        <source>passages</source>
        <translation>Textstellen</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>rare words</source>
        <translation>seltene Wörter</translation>
    </message>
    <message>
        <source>rebuild</source>
        <translation>Wiederherstellung</translation>
    </message>
    <message>
        <source>reranker</source>
        <translation>Reranker</translation>
    </message>
    <message>
        <source>same ISBN and title</source>
        <translation>gleiche ISBN und gleicher Titel</translation>
    </message>
    <message>
        <source>same citation key and title</source>
        <translation>gleicher Zitierschlüssel und Titel</translation>
    </message>
    <message>
        <source>same id {id}</source>
        <translation>gleiche Kennung {id}</translation>
    </message>
    <message>
        <source>same title and authors</source>
        <translation>gleicher Titel und gleiche Autoren</translation>
    </message>
    <message>
        <source>same title and year</source>
        <translation>gleicher Titel und gleiches Jahr</translation>
    </message>
    <message>
        <source>same title, authors and year</source>
        <translation>gleicher Titel, gleiche Autoren und gleiches Jahr</translation>
    </message>
    <message>
        <source>same {id}</source>
        <translation>gleiche {id}</translation>
    </message>
    <message>
        <source>says what others did or found (“{phrase}”)</source>
        <translation>sagt, was andere taten oder fanden („{phrase}“)</translation>
    </message>
    <message>
        <source>searched: the abstract alone</source>
        <translation>durchsucht: nur der Abstract</translation>
    </message>
    <message>
        <source>searched: the full text of 1 page</source>
        <translation>durchsucht: der Volltext von 1 Seite</translation>
    </message>
    <message>
        <source>searched: the full text of {pages} pages</source>
        <translation>durchsucht: der Volltext von {pages} Seiten</translation>
    </message>
    <message>
        <source>sentences</source>
        <translation>Sätze</translation>
    </message>
    <message>
        <source>sentences compared with the papers they cite</source>
        <translation>Sätze mit den zitierten Arbeiten verglichen</translation>
    </message>
    <message>
        <source>shares authors with your manuscript or what it cites: {names}</source>
        <translation>hat Autoren mit Ihrem Manuskript oder dem von ihm Zitierten gemeinsam: {names}</translation>
    </message>
    <message>
        <source>shares {terms}</source>
        <translation>teilt {terms}</translation>
    </message>
    <message>
        <source>shares {terms} with the text around</source>
        <translation>teilt {terms} mit dem Text ringsum</translation>
    </message>
    <message>
        <source>sidecars</source>
        <translation>Begleitdateien</translation>
    </message>
    <message>
        <source>the rest of the table cannot be read ({reason})</source>
        <translation>die Tabelle ist ab hier nicht lesbar ({reason})</translation>
    </message>
    <message>
        <source>this build of torch is not for {kind}</source>
        <translation>diese Ausgabe von torch ist nicht für {kind}</translation>
    </message>
    <message>
        <source>too little to compare</source>
        <translation>zu wenig zum Vergleichen</translation>
    </message>
    <message>
        <source>too new for this build of torch</source>
        <translation>zu neu für diese Ausgabe von torch</translation>
    </message>
    <message>
        <source>too old for this build of torch</source>
        <translation>zu alt für diese Ausgabe von torch</translation>
    </message>
    <message>
        <source>unchecked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>{card}: hidden by the variable {name}.</source>
        <translation>{card}: durch die Variable {name} verborgen.</translation>
    </message>
    <message>
        <source>{card}: it computes wrong numbers.</source>
        <translation>{card}: Sie rechnet falsch.</translation>
    </message>
    <message>
        <source>{card}: it did not answer.</source>
        <translation>{card}: Sie hat nicht geantwortet.</translation>
    </message>
    <message>
        <source>{card}: its driver {driver} does not fit {build}.</source>
        <translation>{card}: Ihr Treiber {driver} passt nicht zu {build}.</translation>
    </message>
    <message>
        <source>{card}: its memory is full.</source>
        <translation>{card}: Ihr Speicher ist voll.</translation>
    </message>
    <message>
        <source>{card}: no build of torch fits it and its driver {driver}; the CPU is used.</source>
        <translation>{card}: Keine Ausgabe von torch passt zu ihr und ihrem Treiber {driver}; der Prozessor wird verwendet.</translation>
    </message>
    <message>
        <source>{card}: too old for this build of torch, {build}.</source>
        <translation>{card}: zu alt für diese Ausgabe von torch, {build}.</translation>
    </message>
    <message>
        <source>{card}: torch crashes on it.</source>
        <translation>{card}: torch stürzt auf ihr ab.</translation>
    </message>
    <message>
        <source>{card}: {build} does not find it.</source>
        <translation>{card}: {build} findet sie nicht.</translation>
    </message>
    <message>
        <source>{card}: {build} has no kernels for it.</source>
        <translation>{card}: {build} hat keine Rechenkerne für sie.</translation>
    </message>
    <message>
        <source>{card}: {build} is not built for it.</source>
        <translation>{card}: {build} ist nicht für sie gebaut.</translation>
    </message>
    <message>
        <source>{card}: {problem}.</source>
        <translation>{card}: {problem}.</translation>
    </message>
    <message>
        <source>{card}: {reason}.</source>
        <translation>{card}: {reason}.</translation>
    </message>
    <message>
        <source>{count:,} entries say something else than their papers; both were left as they are.</source>
        <translation>{count:,} Einträge sagen etwas anderes als ihre Arbeiten; beide blieben, wie sie sind.</translation>
    </message>
    <message>
        <source>{count:,} more papers whose entries were deleted from “{file}” are in the Trash now.</source>
        <translation>{count:,} weitere Arbeiten, deren Einträge aus „{file}“ gelöscht wurden, sind jetzt im Papierkorb.</translation>
    </message>
    <message>
        <source>{count:,} of {total:,} entries were deleted from “{file}” at once, so nothing was changed.</source>
        <translation>{count:,} von {total:,} Einträgen fehlen auf einmal in „{file}“, deshalb wurde nichts geändert.</translation>
    </message>
    <message>
        <source>{count:,} of {total:,} entries would be removed from “{file}” at once, so nothing was changed.</source>
        <translation>{count:,} von {total:,} Einträgen würden auf einmal aus „{file}“ entfernt, deshalb wurde nichts geändert.</translation>
    </message>
    <message>
        <source>{item:capital}: drawings and image annotations cannot be shown: {count}.</source>
        <translation>{item:capital}: Zeichnungen und Bildanmerkungen können nicht angezeigt werden: {count}.</translation>
    </message>
    <message>
        <source>{number}: found elsewhere in the paper</source>
        <translation>{number}: an anderer Stelle der Arbeit gefunden</translation>
    </message>
    <message>
        <source>{number}: found elsewhere, p. {page}</source>
        <translation>{number}: an anderer Stelle gefunden, S. {page}</translation>
    </message>
    <message>
        <source>{number}: found near the evidence</source>
        <translation>{number}: beim Beleg gefunden</translation>
    </message>
    <message>
        <source>{number}: not found in the text that could be read</source>
        <translation>{number}: im lesbaren Text nicht gefunden</translation>
    </message>
    <message>
        <source>{problem}</source>
        <translation>{problem}</translation>
    </message>
    <message>
        <source>{problem} {remedy}</source>
        <translation>{problem} {remedy}</translation>
    </message>
    <message>
        <source>{text}; the paper is in another language</source>
        <translation>{text}; die Arbeit ist in einer anderen Sprache</translation>
    </message>
    <message>
        <source>“year” must lie between -9999 and 9999, and not be 0</source>
        <translation>„year“ muss zwischen -9999 und 9999 liegen und darf nicht 0 sein</translation>
    </message>
    <message>
        <source>“{file}” can only be read with Pandoc, which is not installed.</source>
        <translation>„{file}“ kann nur mit Pandoc gelesen werden, das nicht installiert ist.</translation>
    </message>
    <message>
        <source>“{file}” has a broken entry at line {line}, so nothing is taken from it or written into it.</source>
        <translation>„{file}“ hat in Zeile {line} einen beschädigten Eintrag, deshalb wird nichts daraus übernommen und nichts hineingeschrieben.</translation>
    </message>
    <message>
        <source>“{file}” is a folder.</source>
        <translation>„{file}“ ist ein Ordner.</translation>
    </message>
    <message>
        <source>“{file}” is a link that leads out of its folder.</source>
        <translation>„{file}“ ist eine Verknüpfung, die aus ihrem Ordner herausführt.</translation>
    </message>
    <message>
        <source>“{file}” is a link that leads out of the folder of the manuscript.</source>
        <translation>„{file}“ ist eine Verknüpfung, die aus dem Ordner des Manuskripts herausführt.</translation>
    </message>
    <message>
        <source>“{file}” is a table without a column for titles.</source>
        <translation>„{file}“ ist eine Tabelle ohne Spalte für Titel.</translation>
    </message>
    <message>
        <source>“{file}” is damaged.</source>
        <translation>„{file}“ ist beschädigt.</translation>
    </message>
    <message>
        <source>“{file}” is empty or larger than {limit} MB.</source>
        <translation>„{file}“ ist leer oder größer als {limit} MB.</translation>
    </message>
    <message>
        <source>“{file}” is empty, so nothing was changed.</source>
        <translation>„{file}“ ist leer, deshalb wurde nichts geändert.</translation>
    </message>
    <message>
        <source>“{file}” is a followed .bib file: it already holds the papers that it is kept in step with.</source>
        <translation>Der Datei „{file}“ wird gefolgt: Sie enthält die Arbeiten, mit denen sie im Gleichschritt ist.</translation>
    </message>
    <message>
        <source>“{file}” is in a format that cannot be read.</source>
        <translation>„{file}“ hat ein Format, das nicht gelesen werden kann.</translation>
    </message>
    <message>
        <source>“{file}” is missing, so nothing was changed.</source>
        <translation>„{file}“ fehlt, deshalb wurde nichts geändert.</translation>
    </message>
    <message>
        <source>“{file}” mixes encodings, so nothing is written into it.</source>
        <translation>„{file}“ mischt Zeichenkodierungen, deshalb wird nichts hineingeschrieben.</translation>
    </message>
    <message>
        <source>“{key}” was deleted from “{file}” and stays in the library: another collection or file has it.</source>
        <translation>„{key}“ wurde aus „{file}“ gelöscht und bleibt in der Bibliothek: Eine andere Sammlung oder Datei enthält die Arbeit.</translation>
    </message>
    <message>
        <source>“{key}”: {reason}.</source>
        <translation>„{key}“: {reason}.</translation>
    </message>
    <message>
        <source>“{marker}” has no entry: the reference list was read up to {last} only.</source>
        <translation>„{marker}“ hat keinen Eintrag: Das Literaturverzeichnis wurde nur bis {last} gelesen.</translation>
    </message>
    <message>
        <source>“{name}” contains no Crossref works.</source>
        <translation>„{name}“ enthält keine Werke von Crossref.</translation>
    </message>
    <message>
        <source>“{name}” contains no Typst entries.</source>
        <translation>„{name}“ enthält keine Typst-Einträge.</translation>
    </message>
    <message>
        <source>“{name}” contains no Zotero items.</source>
        <translation>„{name}“ enthält keine Zotero-Einträge.</translation>
    </message>
    <message>
        <source>“{name}” is not a CITATION.cff file.</source>
        <translation>„{name}“ ist keine CITATION.cff-Datei.</translation>
    </message>
    <message>
        <source>“{name}” is not valid XML ({reason}).</source>
        <translation>„{name}“ ist kein gültiges XML ({reason}).</translation>
    </message>
    <message>
        <source>“{name}” is not valid YAML ({reason}).</source>
        <translation>„{name}“ ist kein gültiges YAML ({reason}).</translation>
    </message>
    <message>
        <source>“{source}” has no summary of a paper of this corpus.</source>
        <translation>„{source}“ enthält keine Zusammenfassung einer Arbeit dieses Korpus.</translation>
    </message>
    <message>
        <source>“{title}” ({key}) was deleted from “{file}” and is in the Trash now.</source>
        <translation>„{title}“ ({key}) wurde aus „{file}“ gelöscht und ist jetzt im Papierkorb.</translation>
    </message>
    <message>
        <source>“{title}”, for which Cocite had made the citation key “{old}”, now has “{new}”</source>
        <translation>„{title}“, wofür Cocite den Zitierschlüssel „{old}“ gebildet hatte, hat jetzt „{new}“</translation>
    </message>
    <message>
        <source>steps of the layout</source>
        <translation>Schritte der Anordnung</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>suggestions keep their first order</source>
        <translation>Vorschläge behalten ihre erste Reihenfolge</translation>
    </message>
    <message>
        <source>tables differ</source>
        <translation>die Tabellen sind verschieden</translation>
    </message>
    <message>
        <source>the answer was interrupted ({reason})</source>
        <translation>die Antwort brach ab ({reason})</translation>
    </message>
    <message>
        <source>the answer is larger than {most} MB</source>
        <translation>die Antwort ist größer als {most} MB</translation>
    </message>
    <message>
        <source>the backup</source>
        <translation>die Sicherung</translation>
    </message>
    <message>
        <source>the copy of the backup</source>
        <translation>die Kopie der Sicherung</translation>
    </message>
    <message>
        <source>the previous entry ends too early because of an extra brace: {names}</source>
        <translation>der Eintrag davor endet zu früh, an einer überzähligen Klammer: {names}</translation>
    </message>
    <message>
        <source>the import</source>
        <translation>den Import</translation>
    </message>
    <message>
        <source>the paper with this id has another title</source>
        <translation>die Arbeit mit dieser Kennung hat einen anderen Titel</translation>
    </message>
    <message>
        <source>the proxy refused ({reason})</source>
        <translation>der Proxy hat abgelehnt ({reason})</translation>
    </message>
    <message>
        <source>the publisher</source>
        <translation>Verlag</translation>
    </message>
    <message>
        <source>the same paper as {paper}: {why}</source>
        <translation>dieselbe Arbeit wie {paper}: {why}</translation>
    </message>
    <message>
        <source>the vectors</source>
        <translation>die Vektoren</translation>
    </message>
    <message>
        <source>no connection ({reason})</source>
        <translation>es gibt keine Verbindung ({reason})</translation>
    </message>
    <message>
        <source>the file has no {format} record</source>
        <translation>in der Datei ist kein Eintrag im Format {format}</translation>
    </message>
    <message>
        <source>titles</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>took longer than {seconds:g} seconds to read</source>
        <translation>brauchte zum Lesen mehr als {seconds:g} Sekunden</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>wahr oder falsch</translation>
    </message>
    <message>
        <source>unpacks to far more than its size</source>
        <translation>ist entpackt weit größer als gepackt</translation>
    </message>
    <message>
        <source>vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>vectors read</source>
        <translation>Vektoren gelesen</translation>
    </message>
    <message>
        <source>vectors sorted</source>
        <translation>Vektoren sortiert</translation>
    </message>
    <message>
        <source>words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>written by Cocite on {day}</source>
        <translation>von Cocite geschrieben, {day}</translation>
    </message>
    <message>
        <source>{authors} and {count} others</source>
        <translation>{authors} und {count} weitere</translation>
    </message>
    <message>
        <source>{count:,} papers</source>
        <translation>{count:,} Arbeiten</translation>
    </message>
    <message>
        <source>{count} lines of text on page {page} were read as a figure or table.</source>
        <translation>{count} Textzeilen auf Seite {page} wurden für eine Abbildung oder Tabelle gehalten.</translation>
    </message>
    <message>
        <source>{count} of the first authors in common</source>
        <translation>{count} der ersten Autoren gemeinsam</translation>
    </message>
    <message>
        <source>{count} of your papers</source>
        <translation>{count} Ihrer Arbeiten</translation>
    </message>
    <message>
        <source>{count} paper chosen</source>
        <translation>{count} Arbeit gewählt</translation>
    </message>
    <message>
        <source>{count} papers chosen</source>
        <translation>{count} Arbeiten gewählt</translation>
    </message>
    <message>
        <source>{date}, according to {source}</source>
        <translation>{date}, laut {source}</translation>
    </message>
    <message>
        <source>{file}</source>
        <translation>{file}</translation>
    </message>
    <message>
        <source>{file} of the model folder “{folder}” cannot be read.</source>
        <translation>{file} im Modellordner „{folder}“ lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>{file}, line {line}</source>
        <translation>{file}, Zeile {line}</translation>
    </message>
    <message>
        <source>{item:capital}: {reason}.</source>
        <translation>{item:capital}: {reason}.</translation>
    </message>
    <message>
        <source>{key} belongs to another paper of the library, “{paper}”.</source>
        <translation>{key} gehört zu einer anderen Arbeit der Bibliothek, „{paper}“.</translation>
    </message>
    <message>
        <source>{names} and {count:,} more</source>
        <translation>{names} und {count:,} weitere</translation>
    </message>
    <message>
        <source>{name} must be an object</source>
        <translation>{name} muss ein Objekt sein</translation>
    </message>
    <message>
        <source>{name} of the model “{folder}” is not a JSON object.</source>
        <translation>{name} des Modells „{folder}“ ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>{name} of the model “{folder}” is not valid JSON.</source>
        <translation>{name} des Modells „{folder}“ ist kein gültiges JSON.</translation>
    </message>
    <message>
        <source>{place}: {what}</source>
        <translation>{place}: {what}</translation>
    </message>
    <message>
        <source>{said} Notice: {about}.</source>
        <translation>{said} Mitteilung: {about}.</translation>
    </message>
    <message>
        <source>{said}: {reason}</source>
        <translation>{said}: {reason}</translation>
    </message>
    <message>
        <source>{service} redirects in a circle.</source>
        <translation>{service} verweist im Kreis.</translation>
    </message>
    <message>
        <source>{service}: {reason}</source>
        <translation>{service}: {reason}</translation>
    </message>
    <message>
        <source>{tokenizer} of the model “{folder}” is damaged.</source>
        <translation>{tokenizer} des Modells „{folder}“ ist beschädigt.</translation>
    </message>
    <message>
        <source>{what}: {verdict} ({metric} {mean:+.3f}, 95 % interval {low:+.3f} to {high:+.3f}, {count} held-out sentences).</source>
        <translation>{what} (zurückgehaltene Sätze: {count}) {verdict}: {metric} {mean:+.3f} (95-%-Intervall {low:+.3f} bis {high:+.3f}).</translation>
    </message>
    <message>
        <source>{what} Another part was not read either.</source>
        <translation>{what} Ein weiterer Teil wurde ebenfalls nicht gelesen.</translation>
    </message>
    <message>
        <source>{what} is wrong at “{place}”: {reason}.</source>
        <translation>{what} ist bei „{place}“ falsch: {reason}.</translation>
    </message>
    <message>
        <source>{what} {count} other parts were not read either.</source>
        <translation>{what} {count} weitere Teile wurden ebenfalls nicht gelesen.</translation>
    </message>
    <message>
        <source>{what} {effect}</source>
        <translation>{what} {effect}</translation>
    </message>
    <message>
        <source>{where} repeats the id “{id}” of an earlier line.</source>
        <translation>{where} hat die Kennung „{id}“ einer früheren Zeile.</translation>
    </message>
    <message>
        <source>{where} is not a JSON object.</source>
        <translation>{where} ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>{where} is not a query: {key}: {reason}.</source>
        <translation>{where} ist keine Anfrage: {key}: {reason}.</translation>
    </message>
    <message>
        <source>“@{kind}” is not a type of entry</source>
        <translation>„@{kind}“ ist keine Art von Eintrag</translation>
    </message>
    <message>
        <source>“year” must be a whole number or null, not {kind}</source>
        <translation>„year“ muss eine ganze Zahl oder null sein, nicht {kind}</translation>
    </message>
    <message>
        <source>“{action}” cannot be undone. {reason}</source>
        <translation>„{action}“ kann nicht rückgängig gemacht werden. {reason}</translation>
    </message>
    <message>
        <source>“{action}” cannot be undone: {later}.</source>
        <translation>„{action}“ kann nicht rückgängig gemacht werden: {later}.</translation>
    </message>
    <message>
        <source>“{archive}” cannot be unpacked: {reason}.</source>
        <translation>„{archive}“ lässt sich nicht entpacken: {reason}.</translation>
    </message>
    <message>
        <source>“{archive}” {what}; it was not read.</source>
        <translation>„{archive}“ {what}; die Datei wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>“{construct}” is not closed.</source>
        <translation>„{construct}“ ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>“{example}” may be a citation, but the command is not known.</source>
        <translation>„{example}“ ist vielleicht ein Zitat, aber der Befehl ist unbekannt.</translation>
    </message>
    <message>
        <source>“{file}” cannot be opened: {reason}.</source>
        <translation>„{file}“ lässt sich nicht öffnen: {reason}.</translation>
    </message>
    <message>
        <source>“{file}” cannot be read: {reason}</source>
        <translation>„{file}“ lässt sich nicht lesen: {reason}</translation>
    </message>
    <message>
        <source>“{file}” could not be read: {reason}.</source>
        <translation>„{file}“ ließ sich nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>“{file}” defines XML entities in “{filename}”; no Word document does.</source>
        <translation>„{file}“ erklärt in „{filename}“ XML-Entitäten; das tut kein Word-Dokument.</translation>
    </message>
    <message>
        <source>“{file}” has {count:,} pages; at most {max_pages} are read.</source>
        <translation>„{file}“ hat {count:,} Seiten; gelesen werden höchstens {max_pages}.</translation>
    </message>
    <message>
        <source>“{file}” holds no running text.</source>
        <translation>„{file}“ enthält keinen Fließtext.</translation>
    </message>
    <message>
        <source>“{file}” contains only images of text.</source>
        <translation>„{file}“ enthält keinen Text, nur Bilder davon.</translation>
    </message>
    <message>
        <source>“{file}” holds no text.</source>
        <translation>„{file}“ enthält keinen Text.</translation>
    </message>
    <message>
        <source>“{file}” is a document of Word 2003 or earlier.</source>
        <translation>„{file}“ ist ein Dokument von Word 2003 oder früher.</translation>
    </message>
    <message>
        <source>“{file}” is compressed and broken ({reason}).</source>
        <translation>„{file}“ ist gepackt und beschädigt ({reason}).</translation>
    </message>
    <message>
        <source>“{file}” is cut off before its end.</source>
        <translation>„{file}“ bricht vor dem Ende ab.</translation>
    </message>
    <message>
        <source>“{file}” is damaged or not a Word document.</source>
        <translation>„{file}“ ist beschädigt oder kein Word-Dokument.</translation>
    </message>
    <message>
        <source>“{file}” is damaged: it has no pages.</source>
        <translation>„{file}“ ist beschädigt: Es hat keine Seiten.</translation>
    </message>
    <message>
        <source>“{file}” is damaged: {reason}.</source>
        <translation>„{file}“ ist beschädigt: {reason}.</translation>
    </message>
    <message>
        <source>“{file}” is damaged: {what}.</source>
        <translation>„{file}“ ist beschädigt: {what}.</translation>
    </message>
    <message>
        <source>“{file}” is empty.</source>
        <translation>„{file}“ ist leer.</translation>
    </message>
    <message>
        <source>“{file}” is larger than {limit} MB.</source>
        <translation>„{file}“ ist größer als {limit} MB.</translation>
    </message>
    <message>
        <source>“{file}” is not a PDF.</source>
        <translation>„{file}“ ist kein PDF.</translation>
    </message>
    <message>
        <source>“{file}” is not a Word document.</source>
        <translation>„{file}“ ist kein Word-Dokument.</translation>
    </message>
    <message>
        <source>“{file}” is not a citation style.</source>
        <translation>„{file}“ ist kein Zitierstil.</translation>
    </message>
    <message>
        <source>“{file}” is no longer in “{parent}”.</source>
        <translation>„{file}“ ist nicht mehr, wo es war, in „{parent}“.</translation>
    </message>
    <message>
        <source>“{file}” is not a text file.</source>
        <translation>„{file}“ ist keine Textdatei.</translation>
    </message>
    <message>
        <source>“{file}” is not in UTF-8, so nothing is written into it.</source>
        <translation>„{file}“ ist nicht in UTF-8, deshalb wird nichts hineingeschrieben.</translation>
    </message>
    <message>
        <source>“{file}” does not exist.</source>
        <translation>„{file}“ ist nicht da.</translation>
    </message>
    <message>
        <source>“{file}” is not a type of file that can be imported.</source>
        <translation>„{file}“ gehört zu keiner Art, die sich importieren lässt.</translation>
    </message>
    <message>
        <source>“{file}” is protected by a password.</source>
        <translation>„{file}“ ist mit einem Passwort geschützt.</translation>
    </message>
    <message>
        <source>“{file}” is the manuscript itself, which is never changed.</source>
        <translation>„{file}“ ist das Manuskript selbst, das nie geändert wird.</translation>
    </message>
    <message>
        <source>“{file}” unpacks to more than a manuscript holds.</source>
        <translation>„{file}“ wird entpackt größer als ein Manuskript.</translation>
    </message>
    <message>
        <source>“{file}” unpacks to more than {times} times its size; it was not read.</source>
        <translation>„{file}“ ist entpackt mehr als {times}-mal so groß; die Datei wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>“{file}” was not found.</source>
        <translation>„{file}“ wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>“{file}” {what}.</source>
        <translation>„{file}“ {what}.</translation>
    </message>
    <message>
        <source>“{folder}” is a file, not a folder with a library in it.</source>
        <translation>„{folder}“ ist eine Datei, kein Ordner mit einer Bibliothek.</translation>
    </message>
    <message>
        <source>“{folder}” is not a folder.</source>
        <translation>„{folder}“ ist kein Ordner.</translation>
    </message>
    <message>
        <source>“{folder}” already exists and is not empty.</source>
        <translation>„{folder}“ ist schon da und kein leerer Ordner.</translation>
    </message>
    <message>
        <source>“{found}” includes itself: see {place}.</source>
        <translation>„{found}“ bindet sich selbst ein: siehe {place}.</translation>
    </message>
    <message>
        <source>“{free}” is available.</source>
        <translation>„{free}“ ist frei.</translation>
    </message>
    <message>
        <source>“{include}” could not be included.</source>
        <translation>„{include}“ ließ sich nicht verfolgen.</translation>
    </message>
    <message>
        <source>“{key}” must be a list</source>
        <translation>„{key}“ muss eine Liste sein</translation>
    </message>
    <message>
        <source>“{key}” must be a list of texts, not {kind}</source>
        <translation>„{key}“ muss eine Liste von Texten sein, nicht {kind}</translation>
    </message>
    <message>
        <source>“{key}” must be text</source>
        <translation>„{key}“ muss Text sein</translation>
    </message>
    <message>
        <source>“{key}” must be text, not {kind}</source>
        <translation>„{key}“ muss ein Text sein, nicht {kind}</translation>
    </message>
    <message>
        <source>“{key}” must hold only texts, not {kind}</source>
        <translation>„{key}“ darf nur Texte enthalten, nicht {kind}</translation>
    </message>
    <message>
        <source>“{key}” of a sentence must hold only ids</source>
        <translation>„{key}“ eines Satzes darf nur Kennungen enthalten</translation>
    </message>
    <message>
        <source>“{main}” has more text than a paper or thesis: with “{file}” it is more than {max_chars} million characters or {max_files} files.</source>
        <translation>„{main}“ hat mehr Text als eine Arbeit oder Dissertation: mit „{file}“ sind es mehr als {max_chars} Millionen Zeichen oder {max_files} Dateien.</translation>
    </message>
    <message>
        <source>“{marker}” is cited but is not in the reference list.</source>
        <translation>„{marker}“ ist zitiert, steht aber nicht im Literaturverzeichnis.</translation>
    </message>
    <message>
        <source>“{marker}” is cited {times} times but is not in the reference list.</source>
        <translation>„{marker}“ ist {times}-mal zitiert, steht aber nicht im Literaturverzeichnis.</translation>
    </message>
    <message>
        <source>“{marker}” was not matched, but entry {entry} has the same name.</source>
        <translation>„{marker}“ wurde nicht zugeordnet, aber Eintrag {entry} hat denselben Namen.</translation>
    </message>
    <message>
        <source>“{model}” cannot be trained again with what was added: it was not made by the recipe “{recipe}”.</source>
        <translation>„{model}“ kann nicht mit Neuem weitertrainiert werden: Es wurde nicht mit dem Rezept „{recipe}“ hergestellt.</translation>
    </message>
    <message>
        <source>“{model}” cannot be used for evidence: {reason} Passages keep their order.</source>
        <translation>„{model}“ kann nicht für Belege benutzt werden: {reason} Die Stellen behalten ihre Reihenfolge.</translation>
    </message>
    <message>
        <source>“{model}” cannot be used for other languages: {reason} “{other}” answers instead.</source>
        <translation>„{model}“ kann nicht für andere Sprachen verwendet werden: {reason} Stattdessen antwortet „{other}“.</translation>
    </message>
    <message>
        <source>“{model}” cannot be used for similar papers: {reason} “{other}” answers instead.</source>
        <translation>„{model}“ kann nicht für ähnliche Arbeiten verwendet werden: {reason} Stattdessen antwortet „{other}“.</translation>
    </message>
    <message>
        <source>“{model}” cannot be used as the {kind}.</source>
        <translation>„{model}“ ist kein {kind}.</translation>
    </message>
    <message>
        <source>“{name}” cannot be opened ({reason}).</source>
        <translation>„{name}“ lässt sich nicht öffnen ({reason}).</translation>
    </message>
    <message>
        <source>“{name}” cannot be read as BibTeX.</source>
        <translation>„{name}“ lässt sich nicht als BibTeX lesen.</translation>
    </message>
    <message>
        <source>“{name}” comes with Cocite and cannot be removed.</source>
        <translation>„{name}“ gehört zu Cocite und lässt sich nicht entfernen.</translation>
    </message>
    <message>
        <source>“{name}” holds JSON, but no list of CSL items.</source>
        <translation>„{name}“ enthält JSON, aber keine Liste von CSL-Einträgen.</translation>
    </message>
    <message>
        <source>“{name}” is in use.</source>
        <translation>„{name}“ ist in Gebrauch.</translation>
    </message>
    <message>
        <source>“{name}” is not a Zotero database.</source>
        <translation>„{name}“ ist keine Datenbank von Zotero.</translation>
    </message>
    <message>
        <source>“{name}” is not valid JSON ({reason}).</source>
        <translation>„{name}“ ist kein gültiges JSON ({reason}).</translation>
    </message>
    <message>
        <source>“{name}” is too large or declares entities, which are not read.</source>
        <translation>„{name}“ ist zu groß oder erklärt Entitäten, die nicht gelesen werden.</translation>
    </message>
    <message>
        <source>“{one}” and “{other}”</source>
        <translation>„{one}“ und „{other}“</translation>
    </message>
    <message>
        <source>“{path}” cannot be reached: {reason}.</source>
        <translation>„{path}“ ist nicht erreichbar: {reason}.</translation>
    </message>
    <message>
        <source>“{path}” cannot be written: {reason}.</source>
        <translation>„{path}“ lässt sich nicht schreiben: {reason}.</translation>
    </message>
    <message>
        <source>“{path}” could not be looked into: {reason}.</source>
        <translation>In „{path}“ ließ sich nicht hineinsehen: {reason}.</translation>
    </message>
    <message>
        <source>“{path}” does not say which Milvus server holds the vectors.</source>
        <translation>„{path}“ sagt nicht, welcher Milvus-Server die Vektoren hält.</translation>
    </message>
    <message>
        <source>No permission to read “{path}”.</source>
        <translation>„{path}“ darf nicht gelesen werden.</translation>
    </message>
    <message>
        <source>No permission to write “{path}”.</source>
        <translation>„{path}“ darf nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>“{later}” changed the same afterwards</source>
        <translation>„{later}“ hat danach dasselbe geändert</translation>
    </message>
    <message>
        <source>“{name}” is not an RDF export of Zotero.</source>
        <translation>„{name}“ ist kein RDF-Export von Zotero.</translation>
    </message>
    <message>
        <source>“{shown}” may be a citation, but its field “{kind}” could not be read.</source>
        <translation>„{shown}“ ist vielleicht ein Zitat, aber sein Feld „{kind}“ ließ sich nicht lesen.</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>„{text}“</translation>
    </message>
    <message>
        <source>“{text}” (cited so in “{title}”)</source>
        <translation>„{text}“ (so zitiert in „{title}“)</translation>
    </message>
    <message>
        <source>“{text}” is not a DOI, an arXiv id or the title of a paper.</source>
        <translation>„{text}“ ist keine DOI, keine arXiv-Nummer und kein Titel einer Arbeit.</translation>
    </message>
    <message>
        <source>“{title}”</source>
        <translation>„{title}“</translation>
    </message>
    <message>
        <source>“{title}” ({key})</source>
        <translation>„{title}“ ({key})</translation>
    </message>
    <message>
        <source>PDFs outside its folder were not imported: {files}; to include them, choose them or their folder in the same import</source>
        <translation>PDFs außerhalb ihres Ordners bleiben, wo sie sind: {files}; um sie mitzunehmen, sie oder ihren Ordner im selben Import wählen</translation>
    </message>
    <message>
        <source>a file without a record; import the file itself</source>
        <translation>eine Datei ohne Datensatz; die Datei selbst importieren</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a reference</source>
        <translation>ein Literaturverweis</translation>
    </message>
    <message>
        <source>a section</source>
        <translation>ein Abschnitt</translation>
    </message>
    <message>
        <source>a sentence</source>
        <translation>ein Satz</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>it is a link</source>
        <translation>es ist eine Verknüpfung</translation>
    </message>
    <message>
        <source>it is encrypted</source>
        <translation>es ist verschlüsselt</translation>
    </message>
    <message>
        <source>its path leads out of the archive</source>
        <translation>der Pfad führt aus dem Archiv hinaus</translation>
    </message>
    <message>
        <source>no PDF is where its entries say: {files}</source>
        <translation>wo die Einträge es angeben, liegt kein PDF: {files}</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>the compressed file breaks off here ({reason})</source>
        <translation>die gepackte Datei bricht hier ab ({reason})</translation>
    </message>
    <message>
        <source>the rest of the database cannot be read ({reason})</source>
        <translation>die Datenbank lässt sich ab hier nicht weiterlesen ({reason})</translation>
    </message>
    <message>
        <source>the entry has no title</source>
        <translation>der Eintrag hat keinen Titel</translation>
    </message>
    <message>
        <source>the entry is broken: {reason}</source>
        <translation>der Eintrag ist fehlerhaft: {reason}</translation>
    </message>
    <message>
        <source>the rest of the file cannot be read ({reason})</source>
        <translation>die Datei lässt sich ab hier nicht weiterlesen ({reason})</translation>
    </message>
    <message>
        <source>the file is damaged here ({message})</source>
        <translation>die Datei ist hier beschädigt ({message})</translation>
    </message>
    <message>
        <source>the file unpacks to more than {times} times its size; the rest was not read</source>
        <translation>die Datei ist entpackt mehr als {times}-mal so groß; sie wurde nicht weitergelesen</translation>
    </message>
    <message>
        <source>the folder cannot be listed ({reason})</source>
        <translation>der Inhalt des Ordners lässt sich nicht lesen ({reason})</translation>
    </message>
    <message>
        <source>the item has no title</source>
        <translation>der Datensatz hat keinen Titel</translation>
    </message>
    <message>
        <source>the line is longer than {limit} MB</source>
        <translation>die Zeile ist länger als {limit} MB</translation>
    </message>
    <message>
        <source>the line is not UTF-8 (byte {start})</source>
        <translation>die Zeile ist kein UTF-8 (Byte {start})</translation>
    </message>
    <message>
        <source>the line is not two ids with a tab between them</source>
        <translation>die Zeile besteht nicht aus zwei Kennungen mit einem Tabulator dazwischen</translation>
    </message>
    <message>
        <source>the line is not valid JSON ({reason})</source>
        <translation>die Zeile ist kein gültiges JSON ({reason})</translation>
    </message>
    <message>
        <source>the line is valid JSON but not an object</source>
        <translation>die Zeile ist gültiges JSON, aber kein Objekt</translation>
    </message>
    <message>
        <source>the lines are outside any record</source>
        <translation>die Zeilen stehen außerhalb jedes Datensatzes</translation>
    </message>
    <message>
        <source>the lines are outside any record: there is no “TY  - ” before them</source>
        <translation>die Zeilen stehen außerhalb jedes Datensatzes: davor fehlt „TY  - “</translation>
    </message>
    <message>
        <source>the record is longer than any record can be</source>
        <translation>der Datensatz ist länger, als einer sein kann</translation>
    </message>
    <message>
        <source>the record is not closed</source>
        <translation>der Datensatz ist nicht abgeschlossen</translation>
    </message>
    <message>
        <source>the record is not valid XML ({reason})</source>
        <translation>der Datensatz ist kein gültiges XML ({reason})</translation>
    </message>
    <message>
        <source>the file has no BibTeX entry</source>
        <translation>die Datei enthält keinen BibTeX-Eintrag</translation>
    </message>
    <message>
        <source>A reranker cannot be compared with an encoder: it orders what was found already.</source>
        <translation>Ein Reranker lässt sich nicht mit einem Encoder vergleichen: Er ordnet, was schon gefunden ist.</translation>
    </message>
    <message>
        <source>A list after the reference list was not read as a part of it: “{first}…”.</source>
        <translation>Eine Liste hinter dem Literaturverzeichnis wurde nicht als Teil davon gelesen: „{first}…“.</translation>
    </message>
    <message>
        <source>Add --resume to continue it, or choose another folder.</source>
        <translation>Mit --resume fortsetzen oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Add --resume to continue.</source>
        <translation>Mit --resume geht es weiter.</translation>
    </message>
    <message>
        <source>Add citations or abstracts, or train the recipe semcse, which needs none.</source>
        <translation>Zitate oder Abstracts ergänzen, oder nach dem Rezept semcse trainieren, das keine Zitate braucht.</translation>
    </message>
    <message>
        <source>Add citations to the corpus, or train the recipe specter.</source>
        <translation>Dem Korpus Zitate hinzufügen oder nach dem Rezept specter trainieren.</translation>
    </message>
    <message>
        <source>Add citations, or abstracts of the papers they lead to.</source>
        <translation>Zitate ergänzen, oder Abstracts der Arbeiten, zu denen sie führen.</translation>
    </message>
    <message>
        <source>Add papers with abstracts that the manuscripts do not cite.</source>
        <translation>Arbeiten mit Abstract hinzufügen, die die Manuskripte nicht zitieren.</translation>
    </message>
    <message>
        <source>Add the records of the papers as papers.jsonl.</source>
        <translation>Die Datensätze der Arbeiten als papers.jsonl hinzufügen.</translation>
    </message>
    <message>
        <source>All forms of the query have a share of 0.</source>
        <translation>Alle Formen der Frage haben den Anteil 0.</translation>
    </message>
    <message>
        <source>BM25 finds none of the papers that the training queries cite.</source>
        <translation>BM25 findet keine der Arbeiten, die in den Trainingsfragen zitiert werden.</translation>
    </message>
    <message>
        <source>Choose an existing folder where you have permission to write.</source>
        <translation>Einen vorhandenen Ordner wählen, in den geschrieben werden darf.</translation>
    </message>
    <message>
        <source>Choose a new folder.</source>
        <translation>Einen neuen Ordner wählen.</translation>
    </message>
    <message>
        <source>Cocite made a mistake while training ({kind}).</source>
        <translation>Cocite hat beim Trainieren einen Fehler gemacht ({kind}).</translation>
    </message>
    <message>
        <source>Delete the folder “{folder}” to go on from the one before.</source>
        <translation>Den Ordner „{folder}“ löschen, um vom vorherigen aus weiterzumachen.</translation>
    </message>
    <message>
        <source>Details are in {folder}.</source>
        <translation>Einzelheiten stehen in {folder}.</translation>
    </message>
    <message>
        <source>Entries of “{file}” were edited, so they were kept.</source>
        <translation>Einträge in „{file}“ wurden bearbeitet und bleiben deshalb stehen.</translation>
    </message>
    <message>
        <source>Entries that are never cited are not listed: the parts that were not read may cite them.</source>
        <translation>Nie zitierte Einträge werden nicht aufgeführt: Die nicht gelesenen Teile zitieren sie vielleicht.</translation>
    </message>
    <message>
        <source>Entry {entry} of the reference list, on page {page}, seems to contain other text too.</source>
        <translation>Eintrag {entry} des Literaturverzeichnisses auf Seite {page} enthält offenbar auch anderen Text.</translation>
    </message>
    <message>
        <source>Fewer than two papers of this corpus have a title, an abstract and summaries.</source>
        <translation>Weniger als zwei Arbeiten dieses Korpus haben Titel, Abstract und Zusammenfassungen.</translation>
    </message>
    <message>
        <source>Finish it with the version that started it (see its config.json).</source>
        <translation>Ihn mit der Version beenden, mit der er begonnen wurde; siehe seine config.json.</translation>
    </message>
    <message>
        <source>Free some space in {parent} or in the temporary folder.</source>
        <translation>In {parent} oder im Ordner für temporäre Dateien Platz schaffen.</translation>
    </message>
    <message>
        <source>Give one of them a share above 0.</source>
        <translation>Einer davon einen Anteil über 0 geben.</translation>
    </message>
    <message>
        <source>Resume with the settings of the run, or start a new run in another folder.</source>
        <translation>Mit dem weitermachen, womit der Lauf begonnen wurde, oder einen neuen Lauf in einem anderen Ordner beginnen.</translation>
    </message>
    <message>
        <source>Import papers with abstracts, or summarise more of them.</source>
        <translation>Arbeiten mit Abstract importieren oder mehr davon zusammenfassen.</translation>
    </message>
    <message>
        <source>Omit --resume to start one.</source>
        <translation>--resume weglassen, um einen zu beginnen.</translation>
    </message>
    <message>
        <source>Leave the device empty to use the fastest one: {device}.</source>
        <translation>Das Gerät weglassen, um das schnellste zu benutzen: {device}.</translation>
    </message>
    <message>
        <source>Little besides the title can be compared</source>
        <translation>Außer dem Titel lässt sich wenig vergleichen</translation>
    </message>
    <message>
        <source>LoRA&apos;s matrices cannot be put into a hierarchical model.</source>
        <translation>In ein hierarchisches Modell lassen sich keine LoRA-Matrizen einsetzen.</translation>
    </message>
    <message>
        <source>Lower max_tokens, turn on gradient_checkpointing, or take a smaller base model.</source>
        <translation>max_tokens senken, gradient_checkpointing einschalten oder ein kleineres Ausgangsmodell nehmen.</translation>
    </message>
    <message>
        <source>Lower the learning rate, or use float32; the last checkpoint is kept.</source>
        <translation>Die Lernrate senken oder float32 benutzen; der letzte Checkpoint ist noch da.</translation>
    </message>
    <message>
        <source>Measuring {bm25}</source>
        <translation>Messung von {bm25}</translation>
    </message>
    <message>
        <source>Measuring {model}</source>
        <translation>Messung von {model}</translation>
    </message>
    <message>
        <source>Merged by an earlier version, which recorded only what was added.</source>
        <translation>Von einer früheren Version zusammengeführt, die nur festhielt, was hinzukam.</translation>
    </message>
    <message>
        <source>Name a folder with papers, fulltexts or edges, or write one from a library (cocite export-corpus).</source>
        <translation>Einen Ordner mit papers, fulltexts oder edges angeben, oder einen aus einer Bibliothek schreiben (cocite export-corpus).</translation>
    </message>
    <message>
        <source>Use that one (it was in {place}), or start another run.</source>
        <translation>Jenes angeben (es lag in {place}) oder einen anderen Lauf beginnen.</translation>
    </message>
    <message>
        <source>No citing sentence of this corpus leads to a paper with an abstract.</source>
        <translation>Kein zitierender Satz dieses Korpus führt zu einer Arbeit mit Abstract.</translation>
    </message>
    <message>
        <source>No clear difference from its base</source>
        <translation>Kein Unterschied zum Ausgangsmodell ist gesichert</translation>
    </message>
    <message>
        <source>No line of {path} can be read ({first_bad}).</source>
        <translation>Keine Zeile von {path} lässt sich lesen ({first_bad}).</translation>
    </message>
    <message>
        <source>Not enough disk space to write the checkpoint “{place}”.</source>
        <translation>Für den Checkpoint „{place}“ ist kein Platz mehr.</translation>
    </message>
    <message>
        <source>Not enough disk space to write the checkpoint “{place}”; the one of step {step} is kept.</source>
        <translation>Für den Checkpoint „{place}“ ist kein Platz mehr; der von Schritt {step} ist noch da.</translation>
    </message>
    <message>
        <source>No training paper with an abstract cites another one with an abstract.</source>
        <translation>Keine Trainingsarbeit mit Abstract zitiert eine andere mit Abstract.</translation>
    </message>
    <message>
        <source>No training paper with an abstract cites any other.</source>
        <translation>Keine Trainingsarbeit mit Abstract zitiert eine andere.</translation>
    </message>
    <message>
        <source>Not even one example at a time fits into the memory of the device.</source>
        <translation>In den Speicher des Geräts passt nicht einmal ein einzelnes Beispiel.</translation>
    </message>
    <message>
        <source>Only a hierarchical model can be pretrained with masked sentences.</source>
        <translation>Nur ein hierarchisches Modell lässt sich mit maskierten Sätzen vortrainieren.</translation>
    </message>
    <message>
        <source>Only a model trained with LoRA has an adapter to save.</source>
        <translation>Nur ein mit LoRA trainiertes Modell hat einen Adapter zu speichern.</translation>
    </message>
    <message>
        <source>Only {papers} papers are linked by citations: hard negatives are the neighbours of rank {first} to {last}, positives those up to rank {k_positive}, so some may not be what they should.</source>
        <translation>Nur {papers} Arbeiten sind durch Zitate verbunden: Schwere Negative sind die Nachbarn der Ränge {first} bis {last}, Positive jene bis Rang {k_positive}; manche sind vielleicht nicht, was sie sein sollten.</translation>
    </message>
    <message>
        <source>Only {papers} papers with an abstract are linked by citations: too few for neighbours near and far.</source>
        <translation>Nur {papers} Arbeiten mit Abstract sind durch Zitate verbunden: zu wenige für nahe und ferne Nachbarn.</translation>
    </message>
    <message>
        <source>Restore a copy of it, or start the run again in another folder.</source>
        <translation>Eine Kopie davon zurücklegen oder den Lauf in einem anderen Ordner neu beginnen.</translation>
    </message>
    <message>
        <source>Restore it, or start another run.</source>
        <translation>Jenes zurücklegen oder einen anderen Lauf beginnen.</translation>
    </message>
    <message>
        <source>Raise depth, or use a corpus with abstracts of cited papers.</source>
        <translation>depth erhöhen oder ein Korpus mit Abstracts der zitierten Arbeiten benutzen.</translation>
    </message>
    <message>
        <source>Raise k_hard, or lower k_positive.</source>
        <translation>k_hard erhöhen oder k_positive senken.</translation>
    </message>
    <message>
        <source>Read the full texts of more papers, or train the recipe specter.</source>
        <translation>Die Volltexte von mehr Arbeiten lesen lassen oder nach dem Rezept specter trainieren.</translation>
    </message>
    <message>
        <source>Reading {file}</source>
        <translation>{file} wird gelesen</translation>
    </message>
    <message>
        <source>Resume it with {recipe}, or choose another folder.</source>
        <translation>Ihn mit {recipe} fortsetzen oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Resume it, or start in another folder.</source>
        <translation>Es fortsetzen oder in einem anderen Ordner beginnen.</translation>
    </message>
    <message>
        <source>Resume with a micro_batch below {micro_batch}.</source>
        <translation>Mit einem micro_batch unter {micro_batch} fortsetzen.</translation>
    </message>
    <message>
        <source>Same {id}</source>
        <translation>Gleiche {id}</translation>
    </message>
    <message>
        <source>Same {id}, but: {difference}</source>
        <translation>Gleiche {id}, aber: {difference}</translation>
    </message>
    <message>
        <source>Same {id}, different titles</source>
        <translation>Gleiche {id}, verschiedene Titel</translation>
    </message>
    <message>
        <source>To see what the corpus lacks, run: python -m training check --corpus DIR.</source>
        <translation>Nachsehen, was fehlt: python -m training check --corpus DIR.</translation>
    </message>
    <message>
        <source>Send the whole request at once.</source>
        <translation>Die ganze Anfrage auf einmal senden.</translation>
    </message>
    <message>
        <source>Set base to the encoder it was made from, or leave it out.</source>
        <translation>Als base den Encoder angeben, aus dem es gemacht ist, oder nichts.</translation>
    </message>
    <message>
        <source>Set base to the model it was made from.</source>
        <translation>Als base das Modell angeben, aus dem es gemacht ist.</translation>
    </message>
    <message>
        <source>Set heads to a divisor.</source>
        <translation>heads auf einen Teiler setzen.</translation>
    </message>
    <message>
        <source>Set pretrain_epochs=0 and pretrain_steps=0, or architecture=hierarchical.</source>
        <translation>pretrain_epochs=0 und pretrain_steps=0 setzen, oder architecture=hierarchical.</translation>
    </message>
    <message>
        <source>Set trainable=all or architecture=encoder, or start from a hierarchical model.</source>
        <translation>trainable=all oder architecture=encoder setzen, oder von einem hierarchischen Modell ausgehen.</translation>
    </message>
    <message>
        <source>Set trainable=all or architecture=encoder.</source>
        <translation>trainable=all oder architecture=encoder setzen.</translation>
    </message>
    <message>
        <source>Set trainable=lora, which needs as little memory.</source>
        <translation>trainable=lora setzen, das ebenso wenig Speicher braucht.</translation>
    </message>
    <message>
        <source>Set trainable=lora.</source>
        <translation>trainable=lora setzen.</translation>
    </message>
    <message>
        <source>Set training_tokens instead, or sides=both.</source>
        <translation>Stattdessen training_tokens setzen, oder sides=both.</translation>
    </message>
    <message>
        <source>Start from an encoder.</source>
        <translation>Von einem Encoder ausgehen.</translation>
    </message>
    <message>
        <source>Start from another base, or set pretrain_epochs=0 and pretrain_steps=0.</source>
        <translation>Von einem anderen Modell ausgehen, oder pretrain_epochs=0 und pretrain_steps=0 setzen.</translation>
    </message>
    <message>
        <source>Stopped; the model is the best state, from step {step}.</source>
        <translation>Wie gewünscht beendet; das Modell ist der beste Stand, von Schritt {step}.</translation>
    </message>
    <message>
        <source>The checkpoint “{place}” is damaged.</source>
        <translation>Der Checkpoint „{place}“ ist beschädigt.</translation>
    </message>
    <message>
        <source>The checkpoint “{place}” was made with another {what}.</source>
        <translation>Der Checkpoint „{place}“ wurde mit anderem gemacht ({what}).</translation>
    </message>
    <message>
        <source>The checkpoint “{place}” was made with another {what}: “{found}”, not “{wanted}”.</source>
        <translation>Der Checkpoint „{place}“ wurde mit anderem gemacht ({what}): „{found}“, nicht „{wanted}“.</translation>
    </message>
    <message>
        <source>The columns of page {page} could not be told apart, so its sentences may be mixed up.</source>
        <translation>Die Spalten von Seite {page} ließen sich nicht trennen, ihre Sätze können also vermischt sein.</translation>
    </message>
    <message>
        <source>The corpus has no {queries} to train with that cite a known abstract.</source>
        <translation>Das Korpus hat nichts zum Trainieren ({queries}), was eine Arbeit mit bekanntem Abstract zitiert.</translation>
    </message>
    <message>
        <source>The corpus contains nothing that “{recipe}” can be trained on.</source>
        <translation>Der Korpus enthält nichts, woraus „{recipe}“ lernen könnte.</translation>
    </message>
    <message>
        <source>The corpus in {folder} has no papers.</source>
        <translation>Das Korpus in {folder} hat keine Arbeiten.</translation>
    </message>
    <message>
        <source>The corpus in “{folder}” is not the one the run was started with.</source>
        <translation>Das Korpus in „{folder}“ ist nicht das, mit dem der Lauf begonnen wurde.</translation>
    </message>
    <message>
        <source>The layers of this model have no biases, so it cannot be trained by them alone.</source>
        <translation>Die Schichten dieses Modells haben keine Biases, darum lässt es sich nicht über sie allein trainieren.</translation>
    </message>
    <message>
        <source>The layers over sentences are new, so they cannot learn by their biases alone.</source>
        <translation>Die Schichten über den Sätzen sind neu, darum können sie nicht über ihre Biases allein lernen.</translation>
    </message>
    <message>
        <source>The loss is no longer a number at step {step}.</source>
        <translation>Bei Schritt {step} ist der Verlust keine Zahl mehr.</translation>
    </message>
    <message>
        <source>The run was started with a different model than “{base}”.</source>
        <translation>Das Modell „{base}“ ist nicht das, mit dem der Lauf begonnen wurde.</translation>
    </message>
    <message>
        <source>The model “{model}” is a reranker and has no sentence encoder.</source>
        <translation>Das Modell „{model}“ ist ein Reranker und hat keinen Satzencoder.</translation>
    </message>
    <message>
        <source>Check there that the model is loaded, or give its name with --name.</source>
        <translation>Prüfen Sie dort, ob das Modell geladen ist, oder geben Sie seinen Namen mit --name an.</translation>
    </message>
    <message>
        <source>Choose a model that was downloaded.</source>
        <translation>Wählen Sie ein heruntergeladenes Modell.</translation>
    </message>
    <message>
        <source>Download or load one there.</source>
        <translation>Laden Sie dort eines herunter, oder öffnen Sie es.</translation>
    </message>
    <message>
        <source>Entry {entry} is never cited, but it may be no entry, or only a part of one.</source>
        <translation>Eintrag {entry} wird nie zitiert, ist aber vielleicht kein Eintrag oder nur ein Teil von einem.</translation>
    </message>
    <message>
        <source>Expect no gain from a short training: the right passage came first for 34 instead of 42 of 92 citations. A long one was not measured.</source>
        <translation>Von einem kurzen Training ist kein Gewinn zu erwarten: Die richtige Stelle stand bei 34 statt 42 von 92 Zitaten an erster Stelle. Ein langes wurde nicht gemessen.</translation>
    </message>
    <message>
        <source>File of lists</source>
        <translation>Datei mit Listen</translation>
    </message>
    <message>
        <source>File of questions with candidates and the scores that a teacher gives them, JSON lines, learned instead of the corpus&apos; own. Empty: the hits of BM25 are learned.</source>
        <translation>Datei mit Fragen, Kandidaten und den Werten, die ein Lehrer ihnen gibt (JSON-Zeilen). Sie wird anstelle der Listen des Korpus gelernt. Leer: Gelernt werden die Treffer von BM25.</translation>
    </message>
    <message>
        <source>Give the address at which the program itself answers.</source>
        <translation>Geben Sie die Adresse an, unter der das Programm selbst antwortet.</translation>
    </message>
    <message>
        <source>In libraries of about {papers:,} papers, most without an abstract, the recommended training found {after} instead of {before} of 100 cited papers among the first ten where the field was new to the model (life sciences), and gained nothing where it was not (computer science).</source>
        <translation>In Bibliotheken mit etwa {papers:,} Arbeiten, die meisten ohne Abstract, fand das empfohlene Training {after} statt {before} von 100 zitierten Arbeiten unter den ersten zehn, wenn das Fach dem Modell neu war (Lebenswissenschaften), und gewann nichts, wenn es das nicht war (Informatik).</translation>
    </message>
    <message>
        <source>Learning rate at the start</source>
        <translation>Lernrate am Anfang</translation>
    </message>
    <message>
        <source>Learning rate of the first step of pretraining, from which it rises to its peak, 0–1e-6. Rarely changed.</source>
        <translation>Lernrate des ersten Schritts des Vortrainings, von der aus sie auf ihren Höchstwert steigt, 0–1e-6. Selten geändert.</translation>
    </message>
    <message>
        <source>Learning rate of the first step of the warm-up, from which it rises to its peak, 0–1e-6. Rarely changed.</source>
        <translation>Lernrate im ersten Schritt des Warm-ups, von der aus sie auf ihren Höchstwert steigt, 0–1e-6. Selten geändert.</translation>
    </message>
    <message>
        <source>Never cited, of the entries marked “{mark}”: {count}. Reviews usually mark so the works that they include, so these entries are not listed.</source>
        <translation>Nie zitiert, von den mit „{mark}“ markierten Einträgen: {count}. Übersichtsarbeiten markieren so meist die Arbeiten, die sie einschließen; deshalb sind diese Einträge nicht einzeln aufgeführt.</translation>
    </message>
    <message>
        <source>Nothing answers at {address}.</source>
        <translation>Unter {address} antwortet nichts.</translation>
    </message>
    <message>
        <source>Send a key or a citekey; the selection is not known.</source>
        <translation>Senden Sie einen Schlüssel oder Zitierschlüssel; die Auswahl ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Set objective=listwise, or mining_depth=0 and distillation=0, without lists.</source>
        <translation>objective=listwise setzen, oder mining_depth=0 und distillation=0, ohne Listen.</translation>
    </message>
    <message>
        <source>Set start=chance, or a reranker as base.</source>
        <translation>Setzen Sie start=chance oder einen Reranker als Basis.</translation>
    </message>
    <message>
        <source>Shard {rank} does not exist; there are {count}.</source>
        <translation>Teil {rank} gibt es nicht; es sind {count}.</translation>
    </message>
    <message>
        <source>Start the program, then run the same command again: it continues.</source>
        <translation>Starten Sie das Programm, dann denselben Befehl noch einmal: Er macht weiter.</translation>
    </message>
    <message>
        <source>The likeness that a reranker begins with is fitted to hits of BM25, not to lists.</source>
        <translation>Die Ähnlichkeit, mit der ein Reranker beginnt, wird an Treffer von BM25 angepasst, nicht an Listen.</translation>
    </message>
    <message>
        <source>The model “{model}” is not an ordinary encoder, so training cannot start from it.</source>
        <translation>Das Modell „{model}“ ist kein gewöhnlicher Encoder, darum kann kein Training von ihm ausgehen.</translation>
    </message>
    <message>
        <source>The new model finds less than its base</source>
        <translation>Das neue Modell findet weniger als sein Ausgangsmodell</translation>
    </message>
    <message>
        <source>The new model finds more than its base</source>
        <translation>Das neue Modell findet mehr als sein Ausgangsmodell</translation>
    </message>
    <message>
        <source>The papers have no words to search.</source>
        <translation>Die Arbeiten enthalten keine Wörter, nach denen sich suchen lässt.</translation>
    </message>
    <message>
        <source>The program at {address} gave no usable answer (status {status}): {answer}</source>
        <translation>Das Programm unter {address} gab keine brauchbare Antwort (Status {status}): {answer}</translation>
    </message>
    <message>
        <source>The program at {address} has no model.</source>
        <translation>Das Programm unter {address} hat kein Modell.</translation>
    </message>
    <message>
        <source>The program at {address} refers to another address, which is not asked.</source>
        <translation>Das Programm unter {address} verweist auf eine andere Adresse, die nicht gefragt wird.</translation>
    </message>
    <message>
        <source>The ranks of positives ({first} to {last}) and of hard negatives ({first_hard} to {last_hard}) do not lie one after the other from 1 on.</source>
        <translation>Die Ränge der Positiven ({first} bis {last}) und der schweren Negativen ({first_hard} bis {last_hard}) folgen nicht ab 1 aufeinander.</translation>
    </message>
    <message>
        <source>The run continues with other versions than it was started with; results may differ slightly: {other}.</source>
        <translation>Der Lauf geht mit anderen Versionen weiter, als er begonnen wurde; die letzten Ziffern können abweichen: {other}.</translation>
    </message>
    <message>
        <source>The run was started with {name} = {now}, not {value}.</source>
        <translation>Der Lauf wurde mit {name} = {now} begonnen, nicht mit {value}.</translation>
    </message>
    <message>
        <source>The texts of the corpus cannot be laid out on this machine ({reason}).</source>
        <translation>Die Texte des Korpus lassen sich auf diesem Rechner nicht ablegen ({reason}).</translation>
    </message>
    <message>
        <source>The titles differ slightly</source>
        <translation>Die Titel unterscheiden sich etwas</translation>
    </message>
    <message>
        <source>The tokenizer of the model “{model}” has no mask token.</source>
        <translation>Der Tokenizer des Modells „{model}“ hat kein Maskentoken.</translation>
    </message>
    <message>
        <source>There is a run in “{folder}” already.</source>
        <translation>In „{folder}“ ist schon ein Lauf.</translation>
    </message>
    <message>
        <source>There is no corpus in {folder}.</source>
        <translation>In {folder} ist kein Korpus.</translation>
    </message>
    <message>
        <source>There is no recipe “{name}”{nearest}.</source>
        <translation>Es gibt kein Rezept „{name}“{nearest}.</translation>
    </message>
    <message>
        <source>There is no run in “{folder}” to resume.</source>
        <translation>In „{folder}“ ist kein Lauf, der sich fortsetzen lässt.</translation>
    </message>
    <message>
        <source>There is nothing to train on: no example could be created.</source>
        <translation>Es gibt nichts zu trainieren: Nicht ein Beispiel ließ sich bilden.</translation>
    </message>
    <message>
        <source>There was no checkpoint to resume from: training starts again at step 1 of {steps:,}.</source>
        <translation>Es gab keinen Checkpoint zum Fortsetzen: Das Training beginnt wieder bei Schritt 1 von {steps:,}.</translation>
    </message>
    <message>
        <source>These are read: PDF, Word (.docx), OpenDocument (.odt), LaTeX (.tex, or a .zip of a project), Markdown (.md, .qmd, .rmd), Typst (.typ), web pages (.html), Jupyter (.ipynb), LyX (.lyx), and with Pandoc Org (.org), reStructuredText (.rst) and RTF (.rtf).</source>
        <translation>Gelesen werden: PDF, Word (.docx), OpenDocument (.odt), LaTeX (.tex oder ein Projekt als .zip), Markdown (.md, .qmd, .rmd), Typst (.typ), Webseiten (.html), Jupyter (.ipynb), LyX (.lyx), und mit Pandoc Org (.org), reStructuredText (.rst) und RTF (.rtf).</translation>
    </message>
    <message>
        <source>This corpus has no paper that could serve as a negative.</source>
        <translation>Dieses Korpus hat keine Arbeit, die als Negativ dienen könnte.</translation>
    </message>
    <message>
        <source>This machine has no device “{name}” that torch can use.</source>
        <translation>Dieser Rechner hat kein Gerät „{name}“, das torch benutzen kann.</translation>
    </message>
    <message>
        <source>This merge can no longer be taken apart.</source>
        <translation>Diese Zusammenführung lässt sich nicht mehr aufheben.</translation>
    </message>
    <message>
        <source>This version of Cocite does not know the settings of the run “{run}”.</source>
        <translation>Diese Version von Cocite kennt die Einstellungen des Laufs „{run}“ nicht.</translation>
    </message>
    <message>
        <source>Use a corpus whose papers have titles or abstracts.</source>
        <translation>Ein Korpus benutzen, dessen Arbeiten Titel oder Abstracts haben.</translation>
    </message>
    <message>
        <source>Use a corpus with full texts for sentences, with citations for manuscripts.</source>
        <translation>Für Sätze ein Korpus mit Volltexten benutzen, für Manuskripte eines mit Zitaten.</translation>
    </message>
    <message>
        <source>Use http://127.0.0.1:PORT, with the port of Ollama, LM Studio or llama.cpp. Other computers are never asked.</source>
        <translation>Verwenden Sie http://127.0.0.1:PORT mit dem Port von Ollama, LM Studio oder llama.cpp. Andere Rechner werden nie gefragt.</translation>
    </message>
    <message>
        <source>Use one of: {recipes}.</source>
        <translation>Eines davon benutzen: {recipes}.</translation>
    </message>
    <message>
        <source>Wait, or stop it: make a file named “{stop}” in its folder.</source>
        <translation>Warten oder ihn anhalten: in seinem Ordner eine Datei namens „{stop}“ anlegen.</translation>
    </message>
    <message>
        <source>Which weights are trained: all, all but the vectors of words and positions (layers), only the biases (BitFit), or small matrices that are added (LoRA). The last three need less memory.</source>
        <translation>Welche Gewichte trainiert werden: alle, alle außer den Vektoren der Wörter und Positionen (layers), nur die Biases (BitFit) oder kleine Matrizen, die hinzukommen (LoRA). Die letzten drei brauchen weniger Speicher.</translation>
    </message>
    <message>
        <source>With sides=queries papers are read as the base reads them, so max_tokens must be 0.</source>
        <translation>Mit sides=queries werden Arbeiten gelesen, wie das Ausgangsmodell sie liest; max_tokens muss darum 0 sein.</translation>
    </message>
    <message>
        <source>Write it as {&quot;train&quot;: [ids], &quot;dev&quot;: [ids], &quot;test&quot;: [ids]}, or remove it.</source>
        <translation>Sie in der Form {&quot;train&quot;: [ids], &quot;dev&quot;: [ids], &quot;test&quot;: [ids]} schreiben oder entfernen.</translation>
    </message>
    <message>
        <source>another process</source>
        <translation>anderer Prozess</translation>
    </message>
    <message>
        <source>at least {limit:g} is expected</source>
        <translation>mindestens {limit:g} wird erwartet</translation>
    </message>
    <message>
        <source>at most {limit:g} is expected</source>
        <translation>höchstens {limit:g} wird erwartet</translation>
    </message>
    <message>
        <source>at step {step}</source>
        <translation>bei Schritt {step}</translation>
    </message>
    <message>
        <source>citations between papers with abstracts</source>
        <translation>Zitate zwischen Arbeiten mit Abstract</translation>
    </message>
    <message>
        <source>held-out sentences that cite a paper with an abstract</source>
        <translation>zurückgehaltene Sätze, die eine Arbeit mit Abstract zitieren</translation>
    </message>
    <message>
        <source>less than {limit:g} is expected</source>
        <translation>weniger als {limit:g} wird erwartet</translation>
    </message>
    <message>
        <source>library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>likeness starts from the similarity of question and paper and the rank of BM25, and learns a correction; chance starts with a new classifier, as published, and needs many thousand questions. Choose chance if sentence-transformers should open the model. A reranker used as base keeps its own start.</source>
        <translation>likeness beginnt mit der Ähnlichkeit von Frage und Arbeit, jede für sich codiert, neben dem Rang von BM25, und lernt, was dazukommen muss; chance beginnt mit einem neuen Klassifikator, wie veröffentlicht, was viele tausend Fragen braucht. chance wählen, wenn sentence-transformers das Modell öffnen soll. Ein Reranker als Basismodell fährt fort, wie er ist.</translation>
    </message>
    <message>
        <source>more than {limit:g} is expected</source>
        <translation>mehr als {limit:g} wird erwartet</translation>
    </message>
    <message>
        <source>no DOI, arXiv id or title to look up</source>
        <translation>keine DOI, keine arXiv-Nummer und kein Titel zum Suchen</translation>
    </message>
    <message>
        <source>not supported by this build of torch</source>
        <translation>von dieser Ausgabe von torch nicht unterstützt</translation>
    </message>
    <message>
        <source>on the worst batch</source>
        <translation>beim größten Stapel</translation>
    </message>
    <message>
        <source>one of {choices} is expected</source>
        <translation>eines von {choices} wird erwartet</translation>
    </message>
    <message>
        <source>pairs of a sentence and a paper with an abstract that it cites</source>
        <translation>Paare aus einem Satz und einer von ihm zitierten Arbeit mit Abstract</translation>
    </message>
    <message>
        <source>papers with a full text</source>
        <translation>Arbeiten mit Volltext</translation>
    </message>
    <message>
        <source>papers with an abstract</source>
        <translation>Arbeiten mit Abstract</translation>
    </message>
    <message>
        <source>process {pid}</source>
        <translation>Prozess {pid}</translation>
    </message>
    <message>
        <source>sentences that cite two or more papers with abstracts</source>
        <translation>Sätze, die zwei oder mehr Arbeiten mit Abstract zitieren</translation>
    </message>
    <message>
        <source>some of it was changed afterwards</source>
        <translation>etwas davon wurde danach geändert</translation>
    </message>
    <message>
        <source>the answer is compressed</source>
        <translation>die Antwort ist komprimiert</translation>
    </message>
    <message>
        <source>the answer took too long</source>
        <translation>die Antwort hat zu lange gedauert</translation>
    </message>
    <message>
        <source>the entry was changed in its file, and the paper with it: {changes}</source>
        <translation>der Eintrag wurde in seiner Datei geändert und die Arbeit mit ihm: {changes}</translation>
    </message>
    <message>
        <source>the file no longer states: {fields}</source>
        <translation>die Datei nennt nicht mehr: {fields}</translation>
    </message>
    <message>
        <source>the paper keeps values that differ from the file: {values}</source>
        <translation>die Arbeit behält, was in der Datei anders steht: {values}</translation>
    </message>
    <message>
        <source>there were too many requests</source>
        <translation>es waren zu viele Anfragen</translation>
    </message>
    <message>
        <source>{config} of the run “{folder}” cannot be read.</source>
        <translation>{config} des Laufs „{folder}“ lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>{field}: not certain that “{entry}” here and “{record}” there differ</source>
        <translation>{field}: nicht sicher, ob sich „{entry}“ hier und „{record}“ dort unterscheiden</translation>
    </message>
    <message>
        <source>{field}: {entry} – {source}: {value}</source>
        <translation>{field}: {entry} – {source}: {value}</translation>
    </message>
    <message>
        <source>{field}: “{old}” is now “{new}”</source>
        <translation>{field}: aus „{old}“ wurde „{new}“</translation>
    </message>
    <message>
        <source>{field}: “{own}” here, “{stated}” in the file</source>
        <translation>{field}: hier „{own}“, in der Datei „{stated}“</translation>
    </message>
    <message>
        <source>{hard:.0%} of the hard negatives are cited by their query: raise k_share.</source>
        <translation>{hard:.0%} der schweren Negativen werden von ihrer Frage zitiert: k_share erhöhen.</translation>
    </message>
    <message>
        <source>{heads} attention heads do not divide {hidden_size} dimensions.</source>
        <translation>{heads} Aufmerksamkeitsköpfe teilen {hidden_size} Dimensionen nicht.</translation>
    </message>
    <message>
        <source>{id} belongs to the whole book</source>
        <translation>{id} gehört zum ganzen Buch</translation>
    </message>
    <message>
        <source>{metric} cannot be measured; the last state is kept, not the best.</source>
        <translation>{metric} lässt sich nicht messen; behalten wird der letzte Stand, nicht der beste.</translation>
    </message>
    <message>
        <source>{path} does not hold a JSON object.</source>
        <translation>{path} enthält kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>{place} of “{file}” is not a list of candidates.</source>
        <translation>{place} von „{file}“ ist keine Liste von Kandidaten.</translation>
    </message>
    <message>
        <source>{service} accepts no requests for {minutes} minutes.</source>
        <translation>{service} nimmt {minutes} Minuten lang keine Anfragen an.</translation>
    </message>
    <message>
        <source>{service} did not answer: {reason}.</source>
        <translation>{service} hat nicht geantwortet: {reason}.</translation>
    </message>
    <message>
        <source>{service} gave an unexpected answer: {reason}</source>
        <translation>{service} hat unerwartet geantwortet: {reason}</translation>
    </message>
    <message>
        <source>{state} ({source})</source>
        <translation>{state} ({source})</translation>
    </message>
    <message>
        <source>{verdict}: {metric} {new:.3f}, before {old:.3f} (95 % interval of the difference {low:+.3f} to {high:+.3f}).</source>
        <translation>{verdict}: {metric} {new:.3f} gegenüber {old:.3f} (95-%-Intervall der Differenz {low:+.3f} bis {high:+.3f}).</translation>
    </message>
    <message>
        <source>{what:capital}: {count:,}, which is enough.</source>
        <translation>{what:capital}: {count:,}, das genügt.</translation>
    </message>
    <message>
        <source>{what:capital}: {count:,}; at least {least} are needed. {remedy}</source>
        <translation>{what:capital}: {count:,}; mindestens {least} sind nötig. {remedy}</translation>
    </message>
    <message>
        <source>{what:capital}: {count:,}; below {enough:,}, expect little. {remedy}</source>
        <translation>{what:capital}: {count:,}; unter {enough:,} ist wenig zu erwarten. {remedy}</translation>
    </message>
    <message>
        <source>{what:capital}: {count:,}; below {enough}, scores are coarse. {remedy}</source>
        <translation>{what:capital}: {count:,}; unter {enough} sind Messwerte grob. {remedy}</translation>
    </message>
    <message>
        <source>“{action}” cannot be undone: something else in the library now has the same name, id or citation key.</source>
        <translation>„{action}“ kann nicht rückgängig gemacht werden: Etwas anderes in der Bibliothek hat jetzt denselben Namen, dieselbe Kennung oder denselben Zitierschlüssel.</translation>
    </message>
    <message>
        <source>“{action}” was already undone.</source>
        <translation>„{action}“ wurde schon rückgängig gemacht.</translation>
    </message>
    <message>
        <source>“{address}” is not an address on this computer.</source>
        <translation>„{address}“ ist keine Adresse auf diesem Rechner.</translation>
    </message>
    <message>
        <source>“{code}” was not included: the file name is computed by code.</source>
        <translation>„{code}“ wurde nicht verfolgt: Der Dateiname wird durch Code berechnet.</translation>
    </message>
    <message>
        <source>“{file}” contains summaries that were made in another way ({said}).</source>
        <translation>„{file}“ enthält Zusammenfassungen, die anders erstellt wurden ({said}).</translation>
    </message>
    <message>
        <source>“{file}” has a broken entry at line {line}, so nothing is written into it.</source>
        <translation>„{file}“ hat in Zeile {line} einen fehlerhaften Eintrag, darum wird nichts hineingeschrieben.</translation>
    </message>
    <message>
        <source>“{file}” has the key “{key}” more than once; the first entry is now “{first}”, this one “{own}”</source>
        <translation>„{file}“ hat den Schlüssel „{key}“ mehrmals; der erste Eintrag ist jetzt „{first}“, dieser „{own}“</translation>
    </message>
    <message>
        <source>“{file}” has the key “{key}” more than once; these entries are one paper, “{first}”</source>
        <translation>„{file}“ hat den Schlüssel „{key}“ mehrmals; diese Einträge sind eine Arbeit, „{first}“</translation>
    </message>
    <message>
        <source>“{file}” is already kept in step.</source>
        <translation>„{file}“ wird schon aktuell gehalten.</translation>
    </message>
    <message>
        <source>“{file}” is constantly being written.</source>
        <translation>„{file}“ wird ständig geschrieben.</translation>
    </message>
    <message>
        <source>“{file}” is in the folder of the library.</source>
        <translation>„{file}“ ist im Ordner der Bibliothek.</translation>
    </message>
    <message>
        <source>“{file}” is outside the folder of the manuscript, so it was not read.</source>
        <translation>„{file}“ liegt außerhalb des Manuskriptordners und wurde deshalb nicht gelesen.</translation>
    </message>
    <message>
        <source>“{file}” was not read: it is not a LaTeX file.</source>
        <translation>„{file}“ wurde nicht gelesen: Es ist keine LaTeX-Datei.</translation>
    </message>
    <message>
        <source>“{folder}” holds checkpoints of an earlier training.</source>
        <translation>„{folder}“ enthält Checkpoints eines früheren Trainings.</translation>
    </message>
    <message>
        <source>“{folder}” holds no library: the folder does not exist.</source>
        <translation>„{folder}“ enthält keine Bibliothek: Den Ordner gibt es nicht.</translation>
    </message>
    <message>
        <source>“{folder}” is not a run, and not empty.</source>
        <translation>„{folder}“ ist kein Lauf und nicht leer.</translation>
    </message>
    <message>
        <source>“{folder}” is already running ({process}).</source>
        <translation>„{folder}“ läuft schon ({process}).</translation>
    </message>
    <message>
        <source>“{name}” in {path} is not a list of ids.</source>
        <translation>„{name}“ in {path} ist keine Liste von Kennungen.</translation>
    </message>
    <message>
        <source>“{name}” in {path} is not a split.</source>
        <translation>„{name}“ in {path} ist keine Teilmenge.</translation>
    </message>
    <message>
        <source>“{path}” is larger than {megabytes:,} MB, too large for a manuscript.</source>
        <translation>„{path}“ ist größer als {megabytes:,} MB und damit zu groß für ein Manuskript.</translation>
    </message>
    <message>
        <source>“{recipe}” cannot train on {folder}: it needs at least {least} {names}; found: {found}.</source>
        <translation>„{recipe}“ kann mit {folder} nicht trainieren: Nötig sind mindestens {least} ({names}); gefunden: {found}.</translation>
    </message>
    <message>
        <source>“{run}” is a run of the recipe “{recipe}”, not of “{other}”.</source>
        <translation>„{run}“ ist ein Lauf des Rezepts „{recipe}“, nicht von „{other}“.</translation>
    </message>
    <message>
        <source>Citations</source>
        <translation>Zitate</translation>
    </message>
    <message>
        <source>Full texts</source>
        <translation>Volltexte</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Arbeiten</translation>
    </message>
    <message>
        <source>citing sentences encoded</source>
        <translation>zitierende Sätze kodiert</translation>
    </message>
    <message>
        <source>papers encoded</source>
        <translation>Arbeiten kodiert</translation>
    </message>
    <message>
        <source>Delete it, or put back a copy of its folder.</source>
        <translation>Ihn löschen oder eine Kopie seines Ordners zurücklegen.</translation>
    </message>
    <message>
        <source>Held-out ids without a paper</source>
        <translation>Zurückzuhaltende Kennungen, die zu keiner Arbeit gehören</translation>
    </message>
    <message>
        <source>Ids, citing or cited, that belong to no paper and were left out</source>
        <translation>Ausgelassene Kennungen, zitierende oder zitierte, die zu keiner Arbeit gehören</translation>
    </message>
    <message>
        <source>Lines left out as they cannot be read ({first})</source>
        <translation>Ausgelassene Zeilen, die sich nicht lesen lassen ({first})</translation>
    </message>
    <message>
        <source>No dev papers are named; citing papers held out by hash of their id</source>
        <translation>Keine Dev-Arbeiten sind genannt; nach dem Hash ihrer Kennung zurückgehaltene zitierende Arbeiten</translation>
    </message>
    <message>
        <source>Papers held out as they have the title of a dev or test paper</source>
        <translation>Zurückgehaltene Arbeiten, die den Titel einer Dev- oder Testarbeit tragen</translation>
    </message>
    <message>
        <source>Papers in two splits of splits.json, which are held out</source>
        <translation>Zurückgehaltene Arbeiten, die in splits.json in zwei Teilmengen stehen</translation>
    </message>
    <message>
        <source>Records that repeat an id; what the first lacked was added to it</source>
        <translation>Datensätze, die eine Kennung wiederholen; was dem ersten fehlte, wurde ergänzt</translation>
    </message>
    <message>
        <source>This run cannot be read: {reason}.</source>
        <translation>Dieser Lauf lässt sich nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>its files are damaged</source>
        <translation>seine Dateien sind beschädigt</translation>
    </message>
    <message>
        <source>{what}: {count:,}.</source>
        <translation>{what}: {count:,}.</translation>
    </message>
    <message>
        <source>Leave out parts of the model at random in each step, as its base was trained. Without it a step on a CPU takes a quarter less time.</source>
        <translation>In jedem Schritt zufällige Teile des Modells weglassen, so wie sein Basismodell trainiert wurde. Ohne Dropout dauert ein Schritt auf einer CPU ein Viertel weniger.</translation>
    </message>
    <message>
        <source>Papers without an abstract</source>
        <translation>Arbeiten ohne Abstract</translation>
    </message>
    <message>
        <source>Share of questions made of the manuscript&apos;s title and abstract, 0–1. Raise it if you mostly search for a whole manuscript.</source>
        <translation>Anteil der Fragen aus Titel und Abstract des Manuskripts, 0–1. Erhöhen, wenn meist für ein ganzes Manuskript gesucht wird.</translation>
    </message>
    <message>
        <source>Share of questions made of the manuscript&apos;s title, the sentence and those next to it, 0–1. Raise it if your sentences are short.</source>
        <translation>Anteil der Fragen aus dem Titel des Manuskripts, dem Satz und seinen Nachbarsätzen, 0–1. Erhöhen, wenn die Sätze kurz sind.</translation>
    </message>
    <message>
        <source>Share: title and abstract</source>
        <translation>Anteil: Titel und Abstract</translation>
    </message>
    <message>
        <source>Share: title and neighbours</source>
        <translation>Anteil: Titel und Nachbarsätze</translation>
    </message>
    <message>
        <source>both: one encoder for sentences and papers; the library has to be encoded again. queries: an adapter for sentences only; papers keep their vectors. Choose queries for a large library.</source>
        <translation>both: ein Kodierer für Sätze und Arbeiten; die Bibliothek muss neu kodiert werden. queries: ein Adapter nur für Sätze; die Arbeiten behalten ihre Vektoren. queries empfiehlt sich für eine große Bibliothek.</translation>
    </message>
    <message>
        <source>A model “{model}” is installed already.</source>
        <translation>Ein Modell „{model}“ ist schon installiert.</translation>
    </message>
    <message>
        <source>A request to the Milvus server at {uri} failed: {reason}</source>
        <translation>Eine Anfrage an den Milvus-Server {uri} schlug fehl: {reason}</translation>
    </message>
    <message>
        <source>Citations to add and to correct</source>
        <translation>Zitate, die zu ergänzen oder zu berichtigen sind</translation>
    </message>
    <message>
        <source>Evaluate them separately.</source>
        <translation>Sie getrennt bewerten.</translation>
    </message>
    <message>
        <source>Its process ended without a message, for example because it was killed or the computer was shut down.</source>
        <translation>Der Prozess endete ohne Meldung, wie wenn er abgebrochen oder der Computer ausgeschaltet wird.</translation>
    </message>
    <message>
        <source>Learns from citing sentences, from citations, and from papers that look relevant but are not cited.</source>
        <translation>Lernt aus zitierenden Sätzen, aus Zitaten und aus Arbeiten, die passend aussehen, aber nicht zitiert werden.</translation>
    </message>
    <message>
        <source>Leave that setting out to resume the run, or start a new one.</source>
        <translation>Diese Einstellung weglassen, um den Lauf fortzusetzen, oder einen neuen beginnen.</translation>
    </message>
    <message>
        <source>Line {line} of “{file}”</source>
        <translation>Zeile {line} von „{file}“</translation>
    </message>
    <message>
        <source>Out of memory {where}; from now on {size} examples are processed at a time.</source>
        <translation>Der Speicher reichte nicht ({where}); ab jetzt werden {size} Beispiele zugleich verarbeitet.</translation>
    </message>
    <message>
        <source>behind {item}</source>
        <translation>hinter {item}</translation>
    </message>
    <message>
        <source>entry {number}, line {line}</source>
        <translation>Eintrag {number}, Zeile {line}</translation>
    </message>
    <message>
        <source>item {key}</source>
        <translation>Eintrag {key}</translation>
    </message>
    <message>
        <source>line {line}</source>
        <translation>Zeile {line}</translation>
    </message>
    <message>
        <source>line {line} ({name})</source>
        <translation>Zeile {line} ({name})</translation>
    </message>
    <message>
        <source>line {line} of “{file}”</source>
        <translation>Zeile {line} von „{file}“</translation>
    </message>
    <message>
        <source>only keywords are searched</source>
        <translation>gesucht wird nur nach Wörtern</translation>
    </message>
    <message>
        <source>reference to correct</source>
        <translation>Literaturangabe zu berichtigen</translation>
    </message>
    <message>
        <source>references to correct</source>
        <translation>Literaturangaben zu berichtigen</translation>
    </message>
    <message>
        <source>the first item</source>
        <translation>der erste Eintrag</translation>
    </message>
    <message>
        <source>{file}, {location}: {reason}</source>
        <translation>{file}, {location}: {reason}</translation>
    </message>
    <message>
        <source>{location} ({key})</source>
        <translation>{location} ({key})</translation>
    </message>
    <message>
        <source>{one} or {other}</source>
        <translation>{one} oder {other}</translation>
    </message>
    <message>
        <source>{what:capital}: {count:,}, so the best checkpoint of a model cannot be chosen. {remedy}</source>
        <translation>{what:capital}: {count:,}, also lässt sich der beste Checkpoint eines Modells nicht wählen. {remedy}</translation>
    </message>
    <message>
        <source>{without} of {queries} citing papers have no hard negatives, because the papers they cite cite none in this corpus; easy negatives are used instead.</source>
        <translation>{without} von {queries} zitierenden Arbeiten haben keine schwierigen Negative, weil die zitierten Arbeiten hier keine zitieren; stattdessen werden leichte verwendet.</translation>
    </message>
    <message>
        <source>The training process ended without a message.</source>
        <translation>Der Trainingsprozess endete ohne Meldung.</translation>
    </message>
    <message>
        <source>The training process sent something that cannot be read.</source>
        <translation>Der Trainingsprozess hat etwas Unlesbares gesendet.</translation>
    </message>
    <message>
        <source>There are no summaries by a language model, so sentences of the abstracts are used instead: this is a variant of Cocite, not the published method.</source>
        <translation>Es gibt keine Zusammenfassungen eines Sprachmodells, darum werden Sätze der Abstracts verwendet: Das ist eine Variante von Cocite, nicht das veröffentlichte Verfahren.</translation>
    </message>
    <message>
        <source>No model “{model}” is installed.</source>
        <translation>Kein Modell „{model}“ ist installiert.</translation>
    </message>
    <message>
        <source>Nothing was changed. Choose another backup, or run cocite verify.</source>
        <translation>Nichts wurde geändert. Eine andere Sicherung wählen oder cocite verify ausführen.</translation>
    </message>
    <message>
        <source>References to correct</source>
        <translation>Zu berichtigende Literaturangaben</translation>
    </message>
    <message>
        <source>The description in the model folder “{folder}”</source>
        <translation>Die Beschreibung im Modellordner „{folder}“</translation>
    </message>
    <message>
        <source>The meaning index is empty, so no map can be drawn.</source>
        <translation>Der Bedeutungsindex ist leer; es gibt nichts, wovon eine Karte zu zeichnen wäre.</translation>
    </message>
    <message>
        <source>The meaning index is empty: no paper has been encoded yet.</source>
        <translation>Der Bedeutungsindex ist leer: Die Arbeiten müssen erst kodiert werden.</translation>
    </message>
    <message>
        <source>The measured scores cannot be read.</source>
        <translation>Die gemessenen Werte lassen sich nicht lesen.</translation>
    </message>
    <message>
        <source>The model in “{name}” is not installed.</source>
        <translation>Das Modell in „{name}“ ist nicht installiert.</translation>
    </message>
    <message>
        <source>The model is not loaded yet, so there is no search by meaning.</source>
        <translation>Das Modell ist noch nicht geladen, darum lässt sich noch nicht nach Bedeutung suchen.</translation>
    </message>
    <message>
        <source>The settings of the run “{name}” cannot be read.</source>
        <translation>Die Einstellungen des Laufs „{name}“ lassen sich nicht lesen.</translation>
    </message>
    <message>
        <source>“{file}” is a PDF, and no PDF reader is available.</source>
        <translation>„{file}“ ist ein PDF, und kein PDF-Leser ist vorhanden.</translation>
    </message>
    <message>
        <source>Send the text of the sentence instead.</source>
        <translation>Schicken Sie stattdessen den Text des Satzes.</translation>
    </message>
    <message>
        <source>Details are in {log}.</source>
        <translation>Einzelheiten stehen in {log}.</translation>
    </message>
    <message>
        <source>Send the header “Authorization: Bearer …” with the token in the file of the service; it is a new one at each start.</source>
        <translation>Schicken Sie die Kopfzeile „Authorization: Bearer …“ mit dem Schlüssel aus der Datei des Dienstes; er ist bei jedem Start ein neuer.</translation>
    </message>
    <message>
        <source>The request is not a JSON object.</source>
        <translation>Die Anfrage ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>The service did not start within {seconds:.0f} seconds.</source>
        <translation>Der Dienst ist in {seconds:.0f} Sekunden nicht gestartet.</translation>
    </message>
    <message>
        <source>The token is missing or wrong.</source>
        <translation>Der Schlüssel fehlt oder ist falsch.</translation>
    </message>
    <message>
        <source>There is no sentence at or before character {offset} of the document.</source>
        <translation>An oder vor Zeichen {offset} des Dokuments steht kein Satz.</translation>
    </message>
    <message>
        <source>The service has no address “{method} {path}”.</source>
        <translation>„{method} {path}“ ist keine Adresse des Dienstes.</translation>
    </message>
    <message>
        <source>Entries {one} and {other} have the same title: perhaps two versions of one paper.</source>
        <translation>Die Einträge {one} und {other} haben denselben Titel: vielleicht zwei Fassungen einer Arbeit.</translation>
    </message>
    <message>
        <source>Entry {entry} is cited only beside the running text, as in a table, caption or footnote.</source>
        <translation>Der Eintrag {entry} wird nur neben dem Fließtext zitiert, etwa in einer Tabelle, Bildunterschrift oder Fußnote.</translation>
    </message>
    <message>
        <source>Entry {entry} is never cited.</source>
        <translation>Der Eintrag {entry} wird nie zitiert.</translation>
    </message>
    <message>
        <source>It is not certain whether entry {entry} is cited: no citation of it was read, but its name or number appears in the text.</source>
        <translation>Ob der Eintrag {entry} zitiert wird, ließ sich nicht feststellen: Es wurde kein Zitat gelesen, aber sein Name oder seine Nummer steht im Text.</translation>
    </message>
    <message>
        <source>“{marker}” was not matched, although an entry has this name and year.</source>
        <translation>„{marker}“ führt zu keinem Eintrag, obwohl einer diesen Namen und dieses Jahr hat.</translation>
    </message>
    <message>
        <source>Choose a .docx, .odt, .tex, .md, .typ or PDF file.</source>
        <translation>Wählen Sie eine .docx-, .odt-, .tex-, .md-, .typ- oder PDF-Datei.</translation>
    </message>
    <message>
        <source>Choose an .odt file.</source>
        <translation>Wählen Sie eine .odt-Datei.</translation>
    </message>
    <message>
        <source>Choose an archive with a .tex file that has \begin{document}.</source>
        <translation>Wählen Sie ein Archiv mit einer .tex-Datei, die \begin{document} enthält.</translation>
    </message>
    <message>
        <source>Download the project again.</source>
        <translation>Laden Sie das Projekt noch einmal herunter.</translation>
    </message>
    <message>
        <source>Create a smaller bibliography with only the papers that the manuscript cites.</source>
        <translation>Legen Sie eine kleinere Bibliografie aus dem an, was das Manuskript zitiert.</translation>
    </message>
    <message>
        <source>Create an archive of only the manuscript&apos;s .tex and .bib files.</source>
        <translation>Packen Sie nur die .tex- und .bib-Dateien des Manuskripts in ein Archiv.</translation>
    </message>
    <message>
        <source>Open the file in LibreOffice and save it again as .odt.</source>
        <translation>Öffnen Sie die Datei in LibreOffice und speichern Sie sie noch einmal als .odt.</translation>
    </message>
    <message>
        <source>“{file}” defines XML entities in “{filename}”; no OpenDocument text does.</source>
        <translation>„{file}“ definiert in „{filename}“ XML-Entitäten; das tut kein OpenDocument-Text.</translation>
    </message>
    <message>
        <source>“{file}” holds no LaTeX manuscript.</source>
        <translation>„{file}“ enthält kein LaTeX-Manuskript.</translation>
    </message>
    <message>
        <source>“{file}” includes itself.</source>
        <translation>„{file}“ bindet sich selbst ein.</translation>
    </message>
    <message>
        <source>“{file}” includes more than {limit} files.</source>
        <translation>„{file}“ bindet mehr als {limit} Dateien ein.</translation>
    </message>
    <message>
        <source>“{file}” is damaged or not an OpenDocument text.</source>
        <translation>„{file}“ ist beschädigt oder kein OpenDocument-Text.</translation>
    </message>
    <message>
        <source>“{file}” is damaged or not a ZIP archive.</source>
        <translation>„{file}“ ist beschädigt oder kein ZIP-Archiv.</translation>
    </message>
    <message>
        <source>“{file}” is longer than a manuscript can be.</source>
        <translation>„{file}“ ist länger, als ein Manuskript sein kann.</translation>
    </message>
    <message>
        <source>“{file}” is not an OpenDocument text.</source>
        <translation>„{file}“ ist kein OpenDocument-Text.</translation>
    </message>
    <message>
        <source>Install text recognition with “pip install &apos;cocite[ocr]&apos;”, or save the file with its text.</source>
        <translation>Installieren Sie die Texterkennung mit „pip install &apos;cocite[ocr]&apos;“ oder speichern Sie die Datei mit ihrem Text.</translation>
    </message>
    <message>
        <source>Read it with text recognition: the button here, or “cocite parse --recognise”.</source>
        <translation>Lesen Sie sie mit Texterkennung: über die Schaltfläche hier oder mit „cocite parse --recognise“.</translation>
    </message>
    <message>
        <source>Save or export the file again, with its text.</source>
        <translation>Speichern oder exportieren Sie die Datei noch einmal, mit ihrem Text.</translation>
    </message>
    <message>
        <source>Text recognition is not installed.</source>
        <translation>Die Texterkennung ist nicht installiert.</translation>
    </message>
    <message>
        <source>{scans} of {count} pages of “{file}” are scans without text that can be read.</source>
        <translation>{scans} von {count} Seiten von „{file}“ sind Scans ohne lesbaren Text.</translation>
    </message>
    <message>
        <source>Save it and try again.</source>
        <translation>Speichern Sie sie und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>“{file}” is not saved yet, so nothing about it can be remembered.</source>
        <translation>„{file}“ ist noch nicht gespeichert, daher lässt sich nichts dazu merken.</translation>
    </message>
    <message>
        <source>Count the works from 0.</source>
        <translation>Zählen Sie die Werke ab 0.</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Choose the folder that holds zotero.sqlite; Zotero shows it under Settings, Advanced.</source>
        <translation>Den Ordner wählen, in dem zotero.sqlite liegt; Zotero zeigt ihn unter Einstellungen, Erweitert.</translation>
    </message>
    <message>
        <source>Cocite tries again later; nothing was changed.</source>
        <translation>Es wird später noch einmal versucht; geändert wurde nichts.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Nothing was changed. Install the newer version of Cocite.</source>
        <translation>Geändert wurde nichts. Eine neuere Version von Cocite installieren.</translation>
    </message>
    <message>
        <source>There is no database of Zotero in “{folder}”.</source>
        <translation>In „{folder}“ liegt keine Datenbank von Zotero.</translation>
    </message>
    <message>
        <source>Zotero&apos;s database has a form that this version of Cocite does not know (version {version}).</source>
        <translation>Die Datenbank von Zotero hat eine Form, die diese Version von Cocite nicht kennt (Version {version}).</translation>
    </message>
    <message>
        <source>{count:,} papers were missing from Zotero at once, so none was moved to the Trash.</source>
        <translation>In Zotero sind auf einmal {count:,} Arbeiten verschwunden, deshalb kam keine in den Papierkorb.</translation>
    </message>
    <message>
        <source>{item:capital} was not changed: {reason}.</source>
        <translation>{item:capital} bleibt, wie er war: {reason}.</translation>
    </message>
    <message>
        <source>{item:capital} was left out: {reason}.</source>
        <translation>{item:capital} wurde ausgelassen: {reason}.</translation>
    </message>
    <message>
        <source>Check that the file is complete, or download it again.</source>
        <translation>Prüfen Sie, ob sie vollständig ist, oder laden Sie sie erneut herunter.</translation>
    </message>
    <message>
        <source>Give it works of OpenAlex or Crossref, a data set of Semantic Scholar, tables of OpenCitations, or Retraction Watch&apos;s list.</source>
        <translation>Gelesen werden Werke von OpenAlex und Crossref, Datensätze von Semantic Scholar, Tabellen von OpenCitations und die Liste von Retraction Watch.</translation>
    </message>
    <message>
        <source>Install Cocite with the extra “dumps”, or convert the file to JSON Lines.</source>
        <translation>Installieren Sie Cocite mit dem Zusatz „dumps“ oder wandeln Sie die Datei in JSON Lines um.</translation>
    </message>
    <message>
        <source>Install Cocite with the extra “dumps”, or unpack the file first.</source>
        <translation>Installieren Sie Cocite mit dem Zusatz „dumps“ oder entpacken Sie die Datei vorher.</translation>
    </message>
    <message>
        <source>Name files of citation data.</source>
        <translation>Nennen Sie Dateien mit Zitationsdaten.</translation>
    </message>
    <message>
        <source>Split the file, or download it again.</source>
        <translation>Teilen Sie die Datei oder laden Sie sie erneut herunter.</translation>
    </message>
    <message>
        <source>Storing what was found</source>
        <translation>Gefundenes wird gespeichert</translation>
    </message>
    <message>
        <source>There is no file to read.</source>
        <translation>Es gibt keine Datei zu lesen.</translation>
    </message>
    <message>
        <source>it breaks off ({reason})</source>
        <translation>sie bricht ab ({reason})</translation>
    </message>
    <message>
        <source>{file}: {lines:,} lines</source>
        <translation>{file}: {lines:,} Zeilen</translation>
    </message>
    <message>
        <source>“{file}” is a Parquet file; the package to read it is not installed.</source>
        <translation>„{file}“ ist eine Parquet-Datei, und was solche liest, ist hier nicht installiert.</translation>
    </message>
    <message>
        <source>“{file}” is not a known kind of citation data.</source>
        <translation>„{file}“ enthält keine Zitationsdaten, die Cocite kennt.</translation>
    </message>
    <message>
        <source>“{file}” is compressed with zstd; the package to unpack it is not installed.</source>
        <translation>„{file}“ ist mit zstd gepackt, und was das entpackt, ist hier nicht installiert.</translation>
    </message>
    <message>
        <source>Write its name without the backslash.</source>
        <translation>Schreiben Sie seinen Namen ohne den umgekehrten Schrägstrich.</translation>
    </message>
    <message>
        <source>“{command}” is not a LaTeX command.</source>
        <translation>„{command}“ ist kein Befehl von LaTeX.</translation>
    </message>
    <message>
        <source>Choose the folder of your manuscript.</source>
        <translation>Den Ordner des Manuskripts wählen.</translation>
    </message>
    <message>
        <source>Left out, files and notes without a record: {count:,}.</source>
        <translation>Ausgelassen, Dateien und Notizen ohne Eintrag: {count:,}.</translation>
    </message>
    <message>
        <source>Left out, in Zotero&apos;s trash: {count:,}.</source>
        <translation>Ausgelassen, in Zoteros Papierkorb: {count:,}.</translation>
    </message>
    <message>
        <source>Missing files: {files} ({count:,} files).</source>
        <translation>Nicht dort, wo Zotero sie hat: {files} (Dateien: {count:,}).</translation>
    </message>
    <message>
        <source>Stop keeping it first, or choose another name.</source>
        <translation>Erst beenden, dass sie mitgeführt wird, oder einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>The folder “{folder}” does not exist; the file is written once it does.</source>
        <translation>Der Ordner „{folder}“ ist nicht da; die Datei wird geschrieben, sobald er da ist.</translation>
    </message>
    <message>
        <source>“{file}” was edited, so it is not overwritten.</source>
        <translation>„{file}“ wurde bearbeitet und wird deshalb nicht überschrieben.</translation>
    </message>
    <message>
        <source>Only the first pages were read so far: the others are being read.</source>
        <translation>Bisher sind nur die ersten Seiten gelesen; die übrigen werden noch gelesen.</translation>
    </message>
    <message>
        <source>It is Mendeley&apos;s own database. Export the library from Mendeley as BibTeX and import that.</source>
        <translation>Das ist Mendeleys eigene Datenbank. Die Bibliothek aus Mendeley als BibTeX exportieren und das importieren.</translation>
    </message>
    <message>
        <source>Zotero&apos;s settings do not give the folder of the linked files; choose it below.</source>
        <translation>Verknüpfte Dateien liegen in einem Ordner, den Zoteros Einstellungen hier nicht nennen; wählen Sie ihn unten.</translation>
    </message>
    <message>
        <source>For papers, as trained: {own} For sentences: {sentences}</source>
        <translation>Von Arbeiten gefragt, wofür es trainiert wurde: {own} Von Sätzen gefragt: {sentences}</translation>
    </message>
    <message>
        <source>For papers: {own}</source>
        <translation>Von Arbeiten gefragt: {own}</translation>
    </message>
</context>
<context>
    <name>EvidencePanel</name>
    <message numerus="yes">
        <source>%Ln cited paper(s)</source>
        <translation>
            <numerusform>%Ln zitierte Arbeit</numerusform>
            <numerusform>%Ln zitierte Arbeiten</numerusform>
        </translation>
    </message>
    <message>
        <source>(abstract)</source>
        <translation>(Abstract)</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Evidence found</source>
        <translation>Beleg gefunden</translation>
    </message>
    <message>
        <source>No full text and no abstract to search</source>
        <translation>Weder Volltext noch Abstract zum Durchsuchen</translation>
    </message>
    <message>
        <source>Not in your library</source>
        <translation>Nicht in Ihrer Bibliothek</translation>
    </message>
    <message>
        <source>Nothing near was found</source>
        <translation>Nichts Ähnliches gefunden</translation>
    </message>
    <message>
        <source>Quotation found</source>
        <translation>Zitat gefunden</translation>
    </message>
    <message>
        <source>Quotation found with differences</source>
        <translation>Zitat mit Abweichungen gefunden</translation>
    </message>
    <message>
        <source>Quotation not found in the text that could be read</source>
        <translation>Zitat im lesbaren Text nicht gefunden</translation>
    </message>
    <message>
        <source>Related passage</source>
        <translation>Verwandte Stelle</translation>
    </message>
    <message>
        <source>Searching the papers…</source>
        <translation>Arbeiten werden durchsucht…</translation>
    </message>
    <message>
        <source>Select a sentence to see what the papers it cites say.</source>
        <translation>Wählen Sie einen Satz, um zu sehen, was die zitierten Arbeiten sagen.</translation>
    </message>
    <message>
        <source>Suggested papers</source>
        <translation>Vorgeschlagene Arbeiten</translation>
    </message>
    <message>
        <source>The paper is in another language.</source>
        <translation>Die Arbeit ist in einer anderen Sprache.</translation>
    </message>
    <message>
        <source>The sentence cites no entry of the reference list.</source>
        <translation>Der Satz zitiert keinen Eintrag des Literaturverzeichnisses.</translation>
    </message>
    <message>
        <source>What the cited papers say</source>
        <translation>Was die zitierten Arbeiten sagen</translation>
    </message>
    <message>
        <source>in the abstract alone</source>
        <translation>nur im Abstract</translation>
    </message>
    <message numerus="yes">
        <source>in the full text of %Ln page(s)</source>
        <translation>
            <numerusform>im Volltext von %Ln Seite</numerusform>
            <numerusform>im Volltext von %Ln Seiten</numerusform>
        </translation>
    </message>
    <message>
        <source>p. {page}</source>
        <translation>S. {page}</translation>
    </message>
    <message>
        <source>{number}: found elsewhere in the paper</source>
        <translation>{number}: an anderer Stelle der Arbeit gefunden</translation>
    </message>
    <message>
        <source>{number}: found elsewhere, p. {page}</source>
        <translation>{number}: an anderer Stelle gefunden, S. {page}</translation>
    </message>
    <message>
        <source>{number}: found near the evidence</source>
        <translation>{number}: beim Beleg gefunden</translation>
    </message>
    <message>
        <source>{number}: not found in the text that could be read</source>
        <translation>{number}: im lesbaren Text nicht gefunden</translation>
    </message>
    <message>
        <source>{papers}. Read the passage before you rely on it.</source>
        <translation>{papers}. Lesen Sie die Stelle, bevor Sie sich darauf stützen.</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
</context>
<context>
    <name>Fields</name>
    <message>
        <source>Abbreviated</source>
        <translation>Abgekürzt</translation>
    </message>
    <message>
        <source>Annotation</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archiv</translation>
    </message>
    <message>
        <source>Article number</source>
        <translation>Artikelnummer</translation>
    </message>
    <message>
        <source>Assignee</source>
        <translation>Inhaber</translation>
    </message>
    <message>
        <source>Authority</source>
        <translation>Behörde</translation>
    </message>
    <message>
        <source>Authors of book</source>
        <translation>Autoren des Buchs</translation>
    </message>
    <message>
        <source>Authors reviewed</source>
        <translation>Besprochene Autoren</translation>
    </message>
    <message>
        <source>Bill</source>
        <translation>Gesetzentwurf</translation>
    </message>
    <message>
        <source>Blog</source>
        <translation>Blog</translation>
    </message>
    <message>
        <source>Blog post</source>
        <translation>Blogbeitrag</translation>
    </message>
    <message>
        <source>Book</source>
        <translation>Buch</translation>
    </message>
    <message>
        <source>Book chapter</source>
        <translation>Buchkapitel</translation>
    </message>
    <message>
        <source>Booklet</source>
        <translation>Broschüre</translation>
    </message>
    <message>
        <source>Broadcast</source>
        <translation>Sendung</translation>
    </message>
    <message>
        <source>Call number</source>
        <translation>Signatur</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Chapter</source>
        <translation>Kapitel</translation>
    </message>
    <message>
        <source>Composers</source>
        <translation>Komponisten</translation>
    </message>
    <message>
        <source>Conference</source>
        <translation>Konferenz</translation>
    </message>
    <message>
        <source>Conference paper</source>
        <translation>Konferenzbeitrag</translation>
    </message>
    <message>
        <source>Contributors</source>
        <translation>Mitwirkende</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Dictionary</source>
        <translation>Wörterbuch</translation>
    </message>
    <message>
        <source>Dictionary entry</source>
        <translation>Wörterbucheintrag</translation>
    </message>
    <message>
        <source>Directors</source>
        <translation>Regie</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Edition</source>
        <translation>Auflage</translation>
    </message>
    <message>
        <source>Editors</source>
        <translation>Herausgeber</translation>
    </message>
    <message>
        <source>Editors of series</source>
        <translation>Reihenherausgeber</translation>
    </message>
    <message>
        <source>Encyclopedia</source>
        <translation>Enzyklopädie</translation>
    </message>
    <message>
        <source>Encyclopedia entry</source>
        <translation>Enzyklopädieeintrag</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Veranstaltung</translation>
    </message>
    <message>
        <source>Submitted on</source>
        <translation>Angemeldet am</translation>
    </message>
    <message>
        <source>Film</source>
        <translation>Film</translation>
    </message>
    <message>
        <source>First place</source>
        <translation>Ort der Erstausgabe</translation>
    </message>
    <message>
        <source>First published</source>
        <translation>Erstausgabe</translation>
    </message>
    <message>
        <source>First publisher</source>
        <translation>Verlag der Erstausgabe</translation>
    </message>
    <message>
        <source>Forum</source>
        <translation>Forum</translation>
    </message>
    <message>
        <source>Forum post</source>
        <translation>Forumsbeitrag</translation>
    </message>
    <message>
        <source>Hearing</source>
        <translation>Anhörung</translation>
    </message>
    <message>
        <source>Held in</source>
        <translation>Ort der Tagung</translation>
    </message>
    <message>
        <source>Held on</source>
        <translation>Datum der Tagung</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Institution</source>
        <translation>Institution</translation>
    </message>
    <message>
        <source>Interview</source>
        <translation>Interview</translation>
    </message>
    <message>
        <source>Interviewers</source>
        <translation>Interviewer</translation>
    </message>
    <message>
        <source>Issue</source>
        <translation>Heft</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>Zeitschrift</translation>
    </message>
    <message>
        <source>Journal article</source>
        <translation>Zeitschriftenartikel</translation>
    </message>
    <message>
        <source>Journal issue</source>
        <translation>Zeitschriftenheft</translation>
    </message>
    <message>
        <source>Jurisdiction</source>
        <translation>Rechtsgebiet</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Genre</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Legal case</source>
        <translation>Rechtsfall</translation>
    </message>
    <message>
        <source>Legislation</source>
        <translation>Gesetz</translation>
    </message>
    <message>
        <source>Accessed</source>
        <translation>Abgerufen am</translation>
    </message>
    <message>
        <source>Magazine</source>
        <translation>Magazin</translation>
    </message>
    <message>
        <source>Magazine article</source>
        <translation>Magazinartikel</translation>
    </message>
    <message>
        <source>Manuscript</source>
        <translation>Manuskript</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Medium</translation>
    </message>
    <message>
        <source>Newspaper</source>
        <translation>Zeitung</translation>
    </message>
    <message>
        <source>Newspaper article</source>
        <translation>Zeitungsartikel</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>Number in series</source>
        <translation>Bandnummer</translation>
    </message>
    <message>
        <source>Number of pages</source>
        <translation>Seitenzahl</translation>
    </message>
    <message>
        <source>Number of volumes</source>
        <translation>Zahl der Bände</translation>
    </message>
    <message>
        <source>Original title</source>
        <translation>Originaltitel</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Patent</source>
        <translation>Patent</translation>
    </message>
    <message>
        <source>Performance</source>
        <translation>Aufführung</translation>
    </message>
    <message>
        <source>Performers</source>
        <translation>Interpreten</translation>
    </message>
    <message>
        <source>Personal communication</source>
        <translation>Persönliche Mitteilung</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Location in archive</source>
        <translation>Ort im Archiv</translation>
    </message>
    <message>
        <source>Preprint</source>
        <translation>Preprint</translation>
    </message>
    <message>
        <source>Proceedings</source>
        <translation>Tagungsband</translation>
    </message>
    <message>
        <source>Publisher</source>
        <translation>Verlag</translation>
    </message>
    <message>
        <source>Recipients</source>
        <translation>Empfänger</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Repository</source>
        <translation>Repositorium</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Rezension</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Short title</source>
        <translation>Kurztitel</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>Software</translation>
    </message>
    <message>
        <source>Sound recording</source>
        <translation>Tonaufnahme</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Talk</source>
        <translation>Vortrag</translation>
    </message>
    <message>
        <source>Thesis</source>
        <translation>Hochschulschrift</translation>
    </message>
    <message>
        <source>Translators</source>
        <translation>Übersetzer</translation>
    </message>
    <message>
        <source>University</source>
        <translation>Hochschule</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Erschienen in</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Band</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Webseite</translation>
    </message>
    <message>
        <source>Website</source>
        <translation>Website</translation>
    </message>
    <message>
        <source>Work reviewed</source>
        <translation>Besprochenes Werk</translation>
    </message>
</context>
<context>
    <name>FileKeeper</name>
    <message>
        <source>Writing kept files</source>
        <translation>Mitgeführte Dateien schreiben</translation>
    </message>
</context>
<context>
    <name>FilterDialog</name>
    <message>
        <source>&amp;Collection</source>
        <translation>&amp;Sammlung</translation>
    </message>
    <message>
        <source>&amp;From year</source>
        <translation>&amp;Von Jahr</translation>
    </message>
    <message>
        <source>&amp;Types</source>
        <translation>&amp;Typen</translation>
    </message>
    <message>
        <source>&amp;Up to year</source>
        <translation>&amp;Bis Jahr</translation>
    </message>
    <message>
        <source>All papers</source>
        <translation>Alle Arbeiten</translation>
    </message>
    <message>
        <source>Filter suggestions</source>
        <translation>Vorschläge filtern</translation>
    </message>
    <message>
        <source>The first year is after the last one</source>
        <translation>Das erste Jahr liegt nach dem letzten</translation>
    </message>
    <message>
        <source>The years hide no paper without a year, and nothing hides those you cite already. Without a type, all types are suggested.</source>
        <translation>Die Jahre blenden keine Arbeit ohne Jahr aus, und nichts blendet schon zitierte aus. Ohne Auswahl eines Typs werden alle vorgeschlagen.</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>from {year}</source>
        <translation>ab {year}</translation>
    </message>
    <message>
        <source>up to {year}</source>
        <translation>bis {year}</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>End the search (Escape)</source>
        <translation>Suche beenden (Esc)</translation>
    </message>
    <message>
        <source>Next match (F3)</source>
        <translation>Nächster Treffer (F3)</translation>
    </message>
    <message>
        <source>Previous match (Shift+F3)</source>
        <translation>Voriger Treffer (Umschalt+F3)</translation>
    </message>
    <message>
        <source>Search in the text</source>
        <translation>Im Text suchen</translation>
    </message>
    <message>
        <source>Search in the text (Ctrl+F)</source>
        <translation>Im Text suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Sucht…</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message>
        <source>Cocite library</source>
        <translation>Cocite-Bibliothek</translation>
    </message>
</context>
<context>
    <name>FollowBibDialog</name>
    <message numerus="yes">
        <source>%Ln entr(y|ies) changed on both sides</source>
        <translation>
            <numerusform>%Ln Eintrag auf beiden Seiten geändert</numerusform>
            <numerusform>%Ln Einträge auf beiden Seiten geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>Abbreviate journals</source>
        <translation>Zeitschriften abkürzen</translation>
    </message>
    <message>
        <source>Applies to entries written from now on; existing ones are not changed</source>
        <translation>Was ab jetzt geschrieben wird; vorhandene Einträge bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>As in the file</source>
        <translation>Wie in der Datei</translation>
    </message>
    <message>
        <source>Braces</source>
        <translation>Geschweifte Klammern</translation>
    </message>
    <message>
        <source>Choose between changes…</source>
        <translation>Zwischen Änderungen wählen…</translation>
    </message>
    <message>
        <source>Cited in “{0}”</source>
        <translation>Zitiert in „{0}“</translation>
    </message>
    <message>
        <source>Fields to leave out:</source>
        <translation>Auszulassende Felder:</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Follow .bib files</source>
        <translation>.bib-Dateien folgen</translation>
    </message>
    <message>
        <source>Follow a .bib file</source>
        <translation>Einer .bib-Datei folgen</translation>
    </message>
    <message>
        <source>Follow this .bib…</source>
        <translation>Dieser .bib-Datei folgen…</translation>
    </message>
    <message>
        <source>Followed .bib files</source>
        <translation>.bib-Dateien, denen gefolgt wird</translation>
    </message>
    <message>
        <source>In step with</source>
        <translation>Im Gleichschritt mit</translation>
    </message>
    <message>
        <source>Papers go to the Trash, entries leave the file; both can be undone</source>
        <translation>Arbeiten kommen in den Papierkorb, Einträge werden aus der Datei entfernt; beides lässt sich rückgängig machen</translation>
    </message>
    <message>
        <source>Quotes</source>
        <translation>Anführungszeichen</translation>
    </message>
    <message>
        <source>Remove them</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Sort new entries by key</source>
        <translation>Neue Einträge nach Schlüssel einsortieren</translation>
    </message>
    <message>
        <source>Stop following</source>
        <translation>Nicht mehr folgen</translation>
    </message>
    <message>
        <source>The file and the papers are not changed</source>
        <translation>Datei und Arbeiten werden nicht geändert</translation>
    </message>
    <message>
        <source>The whole library</source>
        <translation>Die ganze Bibliothek</translation>
    </message>
    <message>
        <source>Use for the selected file</source>
        <translation>Für die ausgewählte Datei benutzen</translation>
    </message>
    <message>
        <source>Values in:</source>
        <translation>Werte in:</translation>
    </message>
    <message>
        <source>While this library is open, the papers and these files are kept in step in both directions, by citation key. What you change in the file changes the paper, and what you change here is written into the file in its own style. A field that was changed on both sides waits for your choice.</source>
        <translation>Solange diese Bibliothek geöffnet ist, werden die Arbeiten und diese Dateien über den Zitierschlüssel in beide Richtungen abgeglichen. Was Sie in der Datei ändern, ändert die Arbeit, und was Sie hier ändern, wird im Stil der Datei hineingeschrieben. Ein Feld, das auf beiden Seiten geändert wurde, wartet auf Ihre Wahl.</translation>
    </message>
    <message>
        <source>Write it again</source>
        <translation>Neu schreiben</translation>
    </message>
    <message>
        <source>Write letters such as ä as LaTeX commands</source>
        <translation>Buchstaben wie ä als LaTeX-Befehle schreiben</translation>
    </message>
    <message>
        <source>abstract, keywords</source>
        <translation>abstract, keywords</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>{0} entries, in step since {1}</source>
        <translation>{0} Einträge, abgeglichen seit {1}</translation>
    </message>
</context>
<context>
    <name>FollowDialog</name>
    <message numerus="yes">
        <source>%Ln field(s) stayed as you edited them.</source>
        <translation>
            <numerusform>%Ln bearbeitete Angabe blieb, wie sie hier ist.</numerusform>
            <numerusform>%Ln bearbeitete Angaben blieben, wie sie hier sind.</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a folder first.</source>
        <translation>Zuerst einen Ordner wählen.</translation>
    </message>
    <message>
        <source>Choose the data folder of Zotero</source>
        <translation>Datenordner von Zotero wählen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Follow Zotero</source>
        <translation>Zotero folgen</translation>
    </message>
    <message>
        <source>Followed {0}: {1}.</source>
        <translation>Übernommen {0}: {1}.</translation>
    </message>
    <message>
        <source>Keep following this folder</source>
        <translation>Diesem Ordner weiter folgen</translation>
    </message>
    <message>
        <source>Move them to the Trash</source>
        <translation>In den Papierkorb legen</translation>
    </message>
    <message>
        <source>Nothing imported yet</source>
        <translation>Noch nichts importiert</translation>
    </message>
    <message>
        <source>Papers, collections and files are not changed</source>
        <translation>Arbeiten, Sammlungen und Dateien bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>Ruht.</translation>
    </message>
    <message>
        <source>Reading Zotero: {0}</source>
        <translation>Zotero wird gelesen: {0}</translation>
    </message>
    <message>
        <source>Stop following</source>
        <translation>Nicht mehr folgen</translation>
    </message>
    <message>
        <source>While this library is open, what you add, change or delete in Zotero follows here within seconds: papers, collections, notes and annotations, also of group libraries. Zotero&apos;s files are only read, its PDFs used where they lie. What you edited here stays.</source>
        <translation>Solange diese Bibliothek geöffnet ist, folgt in Sekunden, was in Zotero dazukommt, geändert oder gelöscht wird: Arbeiten, Sammlungen, Notizen und Anmerkungen, auch aus Gruppenbibliotheken. Die Dateien von Zotero werden nur gelesen, seine PDFs benutzt, wo sie liegen. Was hier bearbeitet wurde, bleibt.</translation>
    </message>
    <message>
        <source>Zotero was not found in its usual place. Choose the folder that holds its database, zotero.sqlite.</source>
        <translation>Zotero liegt nicht an seinem üblichen Ort. Den Ordner mit seiner Datenbank, zotero.sqlite, wählen.</translation>
    </message>
    <message>
        <source>nothing new</source>
        <translation>nichts Neues</translation>
    </message>
    <message>
        <source>{0} added</source>
        <translation>{0} neu</translation>
    </message>
    <message>
        <source>{0} changed</source>
        <translation>{0} geändert</translation>
    </message>
    <message>
        <source>{0} in the Trash</source>
        <translation>{0} im Papierkorb</translation>
    </message>
    <message>
        <source>Choose the folder of the linked files</source>
        <translation>Ordner wählen, in dem die verknüpften Dateien liegen</translation>
    </message>
    <message>
        <source>Folder of linked files…</source>
        <translation>Ordner verknüpfter Dateien…</translation>
    </message>
    <message>
        <source>Needed where Zotero&apos;s settings are on another computer</source>
        <translation>Nötig, wenn Zoteros Einstellungen auf einem anderen Rechner liegen</translation>
    </message>
</context>
<context>
    <name>Formats</name>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Formatted references</source>
        <translation>Formatierte Literaturangaben</translation>
    </message>
    <message>
        <source>Paper records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>Papers and references</source>
        <translation>Arbeiten und Literaturdateien</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Typst bibliography</source>
        <translation>Typst-Literaturliste</translation>
    </message>
    <message>
        <source>Word sources</source>
        <translation>Word-Quellen</translation>
    </message>
    <message>
        <source>Zip archive</source>
        <translation>Zip-Archiv</translation>
    </message>
    <message>
        <source>Zotero database</source>
        <translation>Datenbank von Zotero</translation>
    </message>
    <message>
        <source>{names} and {count} more formats</source>
        <translation>{names} und {count} weitere Formate</translation>
    </message>
</context>
<context>
    <name>FoundDialog</name>
    <message numerus="yes">
        <source>%Ln more (was|were) not found online.</source>
        <translation>
            <numerusform>%Ln weitere kennt kein Dienst.</numerusform>
            <numerusform>%Ln weitere kennt kein Dienst.</numerusform>
        </translation>
    </message>
    <message>
        <source>Abstract</source>
        <translation>Abstract</translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln paper(s)</source>
        <translation>
            <numerusform>%Ln Arbeit hinzufügen</numerusform>
            <numerusform>%Ln Arbeiten hinzufügen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fill in %Ln paper(s)</source>
        <translation>
            <numerusform>%Ln Arbeit ergänzen</numerusform>
            <numerusform>%Ln Arbeiten ergänzen</numerusform>
        </translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>This paper has no empty fields.</source>
        <translation>In dieser Arbeit ist nichts leer.</translation>
    </message>
    <message>
        <source>Only empty fields are filled in. You can undo this.</source>
        <translation>Nur was in einer Arbeit leer ist, wird ergänzt. Ein Schritt macht es rückgängig.</translation>
    </message>
    <message>
        <source>Papers that were found</source>
        <translation>Gefundene Arbeiten</translation>
    </message>
    <message>
        <source>These papers can be added to your library.</source>
        <translation>Diese Arbeiten können in Ihre Bibliothek kommen.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Was gespeichert würde</translation>
    </message>
</context>
<context>
    <name>FullTextModel</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
</context>
<context>
    <name>FullTextReport</name>
    <message>
        <source>A failed file can be tried again, for instance after it was replaced. One that was set aside made the reader crash or took too long; it is left alone until you try it again.</source>
        <translation>Eine nicht lesbare Datei kann erneut versucht werden, etwa nachdem sie ersetzt wurde. Eine zurückgestellte hat den Leser zum Absturz gebracht oder zu lange gebraucht; sie ruht, bis sie erneut versucht wird.</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>Zurückgestellt</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Indexed</source>
        <translation>Indexiert</translation>
    </message>
</context>
<context>
    <name>FullTexts</name>
    <message numerus="yes">
        <source>; %Ln file(s) could not be read</source>
        <translation>
            <numerusform>; %Ln Datei war nicht lesbar</numerusform>
            <numerusform>; %Ln Dateien waren nicht lesbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %Ln full text(s)</source>
        <translation>
            <numerusform>%Ln Volltext gelesen</numerusform>
            <numerusform>%Ln Volltexte gelesen</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading full texts</source>
        <translation>Volltexte werden gelesen</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Bericht zeigen</translation>
    </message>
    <message>
        <source>waits for other jobs</source>
        <translation>wartet auf andere Vorgänge</translation>
    </message>
</context>
<context>
    <name>FullTextsDialog</name>
    <message>
        <source>All ({count})</source>
        <translation>Alle ({count})</translation>
    </message>
    <message>
        <source>Full texts</source>
        <translation>Volltexte</translation>
    </message>
    <message>
        <source>No paper of the library has a PDF.</source>
        <translation>Keine Arbeit der Bibliothek hat ein PDF.</translation>
    </message>
    <message>
        <source>Only files that failed or were set aside can be tried again.</source>
        <translation>Nur nicht lesbare oder zurückgestellte Dateien können erneut versucht werden.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Try all again</source>
        <translation>Alle erneut versuchen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Welche Dateien gezeigt werden</translation>
    </message>
</context>
<context>
    <name>GapRow</name>
    <message>
        <source>Mark this sentence as a gap again (Alt+N)</source>
        <translation>Diesen Satz wieder als Lücke markieren (Alt+N)</translation>
    </message>
    <message>
        <source>Needs a citation after all</source>
        <translation>Braucht doch einen Beleg</translation>
    </message>
    <message>
        <source>Not needed here</source>
        <translation>Hier nicht nötig</translation>
    </message>
    <message>
        <source>Seems to need a citation</source>
        <translation>Scheint einen Beleg zu brauchen</translation>
    </message>
    <message>
        <source>Seems to need a citation: {reason}</source>
        <translation>Scheint einen Beleg zu brauchen: {reason}</translation>
    </message>
    <message>
        <source>This library is open for reading only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>This sentence needs no citation; remember that (Alt+N)</source>
        <translation>Dieser Satz braucht keinen Beleg; das wird gemerkt (Alt+N)</translation>
    </message>
    <message>
        <source>Marked as not needing a citation.</source>
        <translation>Nach eigener Angabe ist hier kein Beleg nötig.</translation>
    </message>
</context>
<context>
    <name>GapSlider</name>
    <message>
        <source>Fewer</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>Gaps, from fewer to more</source>
        <translation>Lücken, von weniger zu mehr</translation>
    </message>
    <message>
        <source>How likely a sentence must need a citation to be marked as a gap; now {threshold}. Fewer: only likely gaps. More: also unlikely ones.</source>
        <translation>Wie sicher Cocite sein muss, dass ein Satz einen Beleg braucht, bevor er als Lücke markiert wird; jetzt ab {threshold}. Weniger: nur die sichersten. Mehr: auch zweifelhafte.</translation>
    </message>
    <message>
        <source>More gaps</source>
        <translation>Mehr</translation>
    </message>
</context>
<context>
    <name>General</name>
    <message>
        <source>&amp;Cite command</source>
        <translation>&amp;Zitierbefehl</translation>
    </message>
    <message>
        <source>&amp;Formatted references</source>
        <translation>&amp;Formatierte Literaturangaben</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>&amp;Suggestions</source>
        <translation>&amp;Vorschläge</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>Beim Start</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>How many papers are suggested for a sentence at most.</source>
        <translation>Wie viele Arbeiten zu einem Satz höchstens vorgeschlagen werden.</translation>
    </message>
    <message>
        <source>Keys only</source>
        <translation>Nur Schlüssel</translation>
    </message>
    <message>
        <source>LaTeX  \cite{key}</source>
        <translation>LaTeX  \cite{key}</translation>
    </message>
    <message>
        <source>Markdown  [@key]</source>
        <translation>Markdown  [@key]</translation>
    </message>
    <message>
        <source>Open the last library</source>
        <translation>Letzte Bibliothek öffnen</translation>
    </message>
    <message>
        <source>Otherwise the welcome page lets you choose.</source>
        <translation>Sonst lässt die Startseite wählen.</translation>
    </message>
    <message>
        <source>The citation style of references that are copied or exported. More styles are .csl files, as Zotero and publishers offer them.</source>
        <translation>Der Zitierstil kopierter oder exportierter Literaturangaben. Weitere Stile sind .csl-Dateien, wie Zotero und Verlage sie anbieten.</translation>
    </message>
    <message>
        <source>Typst  @key</source>
        <translation>Typst  @key</translation>
    </message>
    <message>
        <source>What “Copy cite command” puts on the clipboard. In Word and Writer it is pasted as a citation field that Zotero&apos;s add-ins know as well.</source>
        <translation>Was „Zitierbefehl kopieren“ in die Zwischenablage legt. In Word und Writer wird es als Zitatfeld eingefügt, das auch die Erweiterungen von Zotero kennen.</translation>
    </message>
    <message>
        <source>Word or Writer  (field)</source>
        <translation>Word oder Writer  (Feld)</translation>
    </message>
    <message>
        <source>bibliography csl citation style harvard</source>
        <translation>bibliography csl citation style harvard Literaturverzeichnis Zitierstil</translation>
    </message>
</context>
<context>
    <name>HistoryDialog</name>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>Alles vergessen</translation>
    </message>
    <message>
        <source>Forget all…</source>
        <translation>Alles vergessen…</translation>
    </message>
    <message>
        <source>Clear the history?</source>
        <translation>Vergessen, was getan wurde?</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Nothing in this list can be undone any more. The library itself stays as it is.</source>
        <translation>Nichts in dieser Liste kann dann noch rückgängig gemacht werden. Die Bibliothek selbst bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Nothing to undo yet</source>
        <translation>Noch nichts rückgängig zu machen</translation>
    </message>
    <message>
        <source>The last 100 actions that changed this library, also those of other days. Papers that an import brought go to the Trash when it is undone.</source>
        <translation>Die letzten 100 Aktionen, die diese Bibliothek verändert haben, auch an anderen Tagen. Wird ein Import rückgängig gemacht, kommen seine Arbeiten in den Papierkorb.</translation>
    </message>
    <message>
        <source>Not undone</source>
        <translation>Nicht rückgängig gemacht</translation>
    </message>
    <message>
        <source>Already undone</source>
        <translation>Bereits rückgängig gemacht</translation>
    </message>
    <message>
        <source>Undo back to here</source>
        <translation>Bis hierher rückgängig machen</translation>
    </message>
    <message>
        <source>Undo this</source>
        <translation>Dies rückgängig machen</translation>
    </message>
</context>
<context>
    <name>HistoryModel</name>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Was getan wurde</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>cannot be undone</source>
        <translation>nicht umkehrbar</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>rückgängig gemacht</translation>
    </message>
</context>
<context>
    <name>ImportActions</name>
    <message>
        <source>&amp;Paste papers</source>
        <translation>Arbeiten &amp;einfügen</translation>
    </message>
    <message>
        <source>&amp;Report of the last import…</source>
        <translation>Be&amp;richt des letzten Imports…</translation>
    </message>
    <message>
        <source>&amp;Watched folders…</source>
        <translation>Über&amp;wachte Ordner…</translation>
    </message>
    <message>
        <source>Add from &amp;text…</source>
        <translation>Aus &amp;Text hinzufügen…</translation>
    </message>
    <message>
        <source>Continue import</source>
        <translation>Import fortsetzen</translation>
    </message>
    <message>
        <source>Follow a .&amp;bib file…</source>
        <translation>Einer .&amp;bib-Datei folgen…</translation>
    </message>
    <message>
        <source>Open as manuscript</source>
        <translation>Als Manuskript öffnen</translation>
    </message>
    <message>
        <source>The clipboard contains nothing to import.</source>
        <translation>Es wurde nichts kopiert, was sich einlesen lässt.</translation>
    </message>
    <message>
        <source>No import report yet</source>
        <translation>Noch kein Bericht über einen Import</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Bericht zeigen</translation>
    </message>
    <message>
        <source>The import of {name} was not finished.</source>
        <translation>Der Import von {name} wurde nicht beendet.</translation>
    </message>
    <message>
        <source>This library is open for reading only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>Result of each record, also from the last session</source>
        <translation>Was aus jedem Eintrag wurde, auch nach einem Neustart</translation>
    </message>
    <message>
        <source>Import what was copied: files, entries, DOIs, references as printed</source>
        <translation>Importiert, was kopiert wurde: Dateien, Einträge, DOIs, gedruckte Literaturangaben</translation>
    </message>
    <message>
        <source>Type or paste entries, DOIs, arXiv ids or references</source>
        <translation>Einträge, DOIs, arXiv-Nummern oder Literaturangaben eintippen oder einfügen</translation>
    </message>
    <message>
        <source>Follow &amp;Zotero…</source>
        <translation>&amp;Zotero folgen…</translation>
    </message>
    <message>
        <source>Keep following…</source>
        <translation>Weiter folgen…</translation>
    </message>
    <message>
        <source>Files &amp;kept in step…</source>
        <translation>&amp;Mitgeführte Dateien…</translation>
    </message>
    <message>
        <source>Add by &amp;DOI or arXiv id…</source>
        <translation>Nach &amp;DOI oder arXiv-Nummer hinzufügen…</translation>
    </message>
    <message>
        <source>Look a paper up online, and add it</source>
        <translation>Eine Arbeit im Netz nachschlagen und hinzufügen</translation>
    </message>
</context>
<context>
    <name>ImportEntryModel</name>
    <message>
        <source>From</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>ImportReportDialog</name>
    <message>
        <source>All ({count})</source>
        <translation>Alle ({count})</translation>
    </message>
    <message>
        <source>Import report</source>
        <translation>Importbericht</translation>
    </message>
    <message>
        <source>Result of each record</source>
        <translation>Was aus jedem Datensatz wurde</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Welche Datensätze gezeigt werden</translation>
    </message>
</context>
<context>
    <name>Importer</name>
    <message>
        <source>Importing {name}</source>
        <translation>Import von {name}</translation>
    </message>
</context>
<context>
    <name>Importing</name>
    <message numerus="yes">
        <source>%Ln citation(s)</source>
        <translation>
            <numerusform>%Ln Zitat</numerusform>
            <numerusform>%Ln Zitate</numerusform>
        </translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Already there</source>
        <translation>Schon vorhanden</translation>
    </message>
    <message>
        <source>Import finished</source>
        <translation>Import beendet</translation>
    </message>
    <message>
        <source>Import stopped</source>
        <translation>Import angehalten</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Merged</source>
        <translation>Zusammengeführt</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgewiesen</translation>
    </message>
    <message>
        <source>nothing to import</source>
        <translation>nichts zu importieren</translation>
    </message>
    <message>
        <source>pasted text</source>
        <translation>eingefügter Text</translation>
    </message>
    <message numerus="yes">
        <source>{name} and %Ln more</source>
        <translation>
            <numerusform>{name} und %Ln weiteres</numerusform>
            <numerusform>{name} und %Ln weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ItemFields</name>
    <message>
        <source>One person per line, the given name first</source>
        <translation>Eine Person je Zeile, der Vorname zuerst</translation>
    </message>
</context>
<context>
    <name>JobModel</name>
    <message>
        <source>Job</source>
        <translation>Vorgang</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
</context>
<context>
    <name>JobsLine</name>
    <message>
        <source>Cancel the running job</source>
        <translation>Laufenden Vorgang abbrechen</translation>
    </message>
    <message>
        <source>Cancel: {title}</source>
        <translation>Abbrechen: {title}</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Vorgänge</translation>
    </message>
    <message>
        <source>Show or hide the jobs (Alt+Shift+J)</source>
        <translation>Vorgänge ein- oder ausblenden (Alt+Umschalt+J)</translation>
    </message>
    <message>
        <source>{count} jobs:</source>
        <translation>{count} Vorgänge:</translation>
    </message>
</context>
<context>
    <name>JobsPanel</name>
    <message>
        <source>Cancel job</source>
        <translation>Vorgang abbrechen</translation>
    </message>
    <message>
        <source>Choose a job or a message that has a report, such as an import.</source>
        <translation>Zuerst einen Vorgang oder eine Meldung mit Bericht wählen, etwa einen Import.</translation>
    </message>
    <message>
        <source>Choose a running job first.</source>
        <translation>Zuerst einen laufenden Vorgang wählen.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Hide the jobs</source>
        <translation>Vorgänge ausblenden</translation>
    </message>
    <message>
        <source>Hide the jobs (Alt+Shift+J)</source>
        <translation>Vorgänge ausblenden (Alt+Umschalt+J)</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Vorgänge</translation>
    </message>
    <message>
        <source>Jobs or messages</source>
        <translation>Vorgänge oder Meldungen</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Bericht zeigen</translation>
    </message>
    <message>
        <source>This cannot be cancelled. Undo it when it has ended.</source>
        <translation>Das lässt sich nicht abbrechen. Machen Sie es rückgängig, wenn es beendet ist.</translation>
    </message>
    <message>
        <source>Cancel the selected job; finished parts are kept</source>
        <translation>Gewählten Vorgang anhalten; was er fertig hat, bleibt</translation>
    </message>
    <message>
        <source>Nothing to copy</source>
        <translation>Nichts zu kopieren</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>finishing…</source>
        <translation>wird abgeschlossen…</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>hält an…</translation>
    </message>
    <message>
        <source>waiting for its turn</source>
        <translation>wartet, bis es dran ist</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>{speed} per second</source>
        <translation>{speed} je Sekunde</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
</context>
<context>
    <name>JudgeView</name>
    <message>
        <source> A reranker orders the first hits of BM25.</source>
        <translation> Ein Reranker ordnet die ersten Treffer von BM25.</translation>
    </message>
    <message>
        <source>&amp;All models</source>
        <translation>&amp;Alle Modelle</translation>
    </message>
    <message>
        <source>&amp;Judge again</source>
        <translation>&amp;Neu beurteilen</translation>
    </message>
    <message>
        <source>&amp;Use this model</source>
        <translation>Dieses Modell &amp;verwenden</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleich mit</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>Verglichen mit</translation>
    </message>
    <message>
        <source>Encodes the library in the background; the current model is used until then</source>
        <translation>Kodiert die Bibliothek im Hintergrund; bis dahin antwortet das bisherige Modell</translation>
    </message>
    <message>
        <source>Go &amp;back</source>
        <translation>&amp;Zurückgehen</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Zurückgehen</translation>
    </message>
    <message>
        <source>Going back</source>
        <translation>Das vorige Modell wird wieder verwendet</translation>
    </message>
    <message>
        <source>Is “{model}” better?</source>
        <translation>Ist „{model}“ besser?</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Gebrauch</translation>
    </message>
    <message>
        <source>Judging “{model}”</source>
        <translation>„{model}“ wird beurteilt</translation>
    </message>
    <message>
        <source>Judging…</source>
        <translation>Wird beurteilt…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Taking “{model}” into use</source>
        <translation>„{model}“ wird in Gebrauch genommen</translation>
    </message>
    <message>
        <source>The corpus has no held-out citing sentences, so nothing can be measured.</source>
        <translation>Der Korpus hat keine zurückgehaltenen zitierenden Sätze; es lässt sich nichts messen.</translation>
    </message>
    <message>
        <source>{questions} citing sentences not used in training, each with {pool} papers to choose from. Higher is better.</source>
        <translation>{questions} zitierende Sätze, die das Training nicht sah, jeder gegen {pool} Arbeiten gefragt. Höher ist besser.</translation>
    </message>
    <message>
        <source>“{model}” is in use now.</source>
        <translation>„{model}“ ist jetzt in Gebrauch.</translation>
    </message>
    <message>
        <source>&amp;Keep “{model}”</source>
        <translation>„{model}“ &amp;behalten</translation>
    </message>
    <message>
        <source>&amp;Use the new model anyway</source>
        <translation>&amp;Trotzdem benutzen</translation>
    </message>
    <message>
        <source>Keep the current model; the new one stays with its training</source>
        <translation>Nichts ändert sich; das neue Modell bleibt bei seinem Training</translation>
    </message>
    <message>
        <source>“{model}” stays in use.</source>
        <translation>„{model}“ bleibt in Gebrauch.</translation>
    </message>
    <message>
        <source>Sentences better and worse</source>
        <translation>Bessere und schlechtere Sätze</translation>
    </message>
</context>
<context>
    <name>KeptFilesDialog</name>
    <message>
        <source>A copy beside it keeps the file as it is now</source>
        <translation>Eine Kopie daneben behält die Datei, wie sie jetzt ist</translation>
    </message>
    <message>
        <source>Entries of these papers are added or changed; everything else in the file stays. A copy beside it keeps the file as it is now.</source>
        <translation>Einträge dieser Arbeiten werden hinzugefügt oder geändert; alles andere in der Datei bleibt. Eine Kopie daneben behält die Datei, wie sie jetzt ist.</translation>
    </message>
    <message>
        <source>Files kept in step</source>
        <translation>Mitgeführte Dateien</translation>
    </message>
    <message>
        <source>Keep in a file</source>
        <translation>In einer Datei mitführen</translation>
    </message>
    <message>
        <source>Keep in a file…</source>
        <translation>In einer Datei mitführen…</translation>
    </message>
    <message>
        <source>Create a collection first, or choose papers to cite.</source>
        <translation>Erst eine Sammlung anlegen, oder wählen, was zu zitieren ist.</translation>
    </message>
    <message>
        <source>No file is kept yet. Choose a collection, or the papers to cite in a manuscript, and then the file that should hold them.</source>
        <translation>Noch wird keine Datei aktuell gehalten. Wählen Sie eine Sammlung oder die zu zitierenden Arbeiten eines Manuskripts und dann die Datei dafür.</translation>
    </message>
    <message>
        <source>Replace the edited file</source>
        <translation>Bearbeitete Datei ersetzen</translation>
    </message>
    <message>
        <source>Stop updating</source>
        <translation>Nicht mehr mitführen</translation>
    </message>
    <message>
        <source>The file is not changed</source>
        <translation>Die Datei bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>To cite in “{0}”</source>
        <translation>Zu zitieren in „{0}“</translation>
    </message>
    <message>
        <source>Update entries in the edited file</source>
        <translation>Einträge in der bearbeiteten Datei ändern</translation>
    </message>
    <message>
        <source>While this library is open, these bibliographies are rewritten whenever their papers change. A file that somebody else edited is never changed without asking.</source>
        <translation>Solange diese Bibliothek geöffnet ist, werden diese Literaturlisten neu geschrieben, wenn sich ihre Arbeiten ändern. Eine Datei, die jemand anderes bearbeitet hat, wird nie ungefragt geändert.</translation>
    </message>
    <message>
        <source>Contents of the new file</source>
        <translation>Was die neue Datei enthält</translation>
    </message>
    <message>
        <source>in step</source>
        <translation>im Gleichschritt</translation>
    </message>
    <message>
        <source>not written yet</source>
        <translation>noch nicht geschrieben</translation>
    </message>
</context>
<context>
    <name>KeyPattern</name>
    <message>
        <source>Open a library first.</source>
        <translation>Zuerst eine Bibliothek öffnen.</translation>
    </message>
    <message>
        <source>Pattern of citation keys</source>
        <translation>Muster der Zitierschlüssel</translation>
    </message>
</context>
<context>
    <name>Kind</name>
    <message>
        <source>cites already</source>
        <translation>zitiert schon</translation>
    </message>
    <message>
        <source>has papers on the list to cite</source>
        <translation>hat Arbeiten auf der Zitierliste</translation>
    </message>
    <message>
        <source>needs a citation</source>
        <translation>braucht einen Beleg</translation>
    </message>
    <message>
        <source>marked as not needing a citation</source>
        <translation>braucht nach eigener Angabe keinen Beleg</translation>
    </message>
    <message>
        <source>no citation needed</source>
        <translation>kein Beleg nötig</translation>
    </message>
</context>
<context>
    <name>LanguageNames</name>
    <message>
        <source>Arabic</source>
        <translation>Arabisch</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>Chinesisch</translation>
    </message>
    <message>
        <source>Croatian</source>
        <translation>Kroatisch</translation>
    </message>
    <message>
        <source>Czech</source>
        <translation>Tschechisch</translation>
    </message>
    <message>
        <source>Danish</source>
        <translation>Dänisch</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Niederländisch</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>Finnish</source>
        <translation>Finnisch</translation>
    </message>
    <message>
        <source>French</source>
        <translation>Französisch</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Griechisch</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>Hebräisch</translation>
    </message>
    <message>
        <source>Hungarian</source>
        <translation>Ungarisch</translation>
    </message>
    <message>
        <source>Indonesian</source>
        <translation>Indonesisch</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>Italienisch</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japanisch</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Koreanisch</translation>
    </message>
    <message>
        <source>Norwegian</source>
        <translation>Norwegisch</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>Polnisch</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>Portugiesisch</translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation>Rumänisch</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>Russisch</translation>
    </message>
    <message>
        <source>Slovak</source>
        <translation>Slowakisch</translation>
    </message>
    <message>
        <source>Slovene</source>
        <translation>Slowenisch</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>Spanisch</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>Schwedisch</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>Türkisch</translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation>Ukrainisch</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>Vietnamesisch</translation>
    </message>
</context>
<context>
    <name>LanguageNotice</name>
    <message>
        <source>Open models</source>
        <translation>Modelle öffnen</translation>
    </message>
    <message>
        <source>This manuscript is in {language}, and the model in use knows English: it finds fewer of the right papers. “{model}” knows {language}.</source>
        <translation>Die Sprache dieses Manuskripts ist {language}, und das verwendete Modell kann Englisch: Es findet weniger der richtigen Arbeiten. „{model}“ kann {language}.</translation>
    </message>
    <message>
        <source>Use it for {language}</source>
        <translation>Für {language} verwenden</translation>
    </message>
    <message>
        <source>This manuscript is in {language}, and the model in use knows English: it finds fewer of the right papers. Add a multilingual model and use it.</source>
        <translation>Dieses Manuskript ist auf {language} geschrieben, und das verwendete Modell kann Englisch: Es findet weniger von den richtigen Arbeiten. Fügen Sie ein mehrsprachiges Modell hinzu und verwenden Sie es.</translation>
    </message>
</context>
<context>
    <name>LanguageSwitcher</name>
    <message>
        <source>The language changes when the running jobs are done.</source>
        <translation>Die Sprache wechselt, sobald die laufenden Vorgänge fertig sind.</translation>
    </message>
</context>
<context>
    <name>Leaving</name>
    <message>
        <source>&amp;Quit and continue training</source>
        <translation>&amp;Beenden, es läuft weiter</translation>
    </message>
    <message>
        <source>&amp;Stop training and quit</source>
        <translation>&amp;Anhalten und beenden</translation>
    </message>
    <message>
        <source>A training continues after Cocite is closed.</source>
        <translation>Ein Training läuft weiter, wenn Cocite geschlossen ist.</translation>
    </message>
    <message>
        <source>{count} trainings continue after Cocite is closed.</source>
        <translation>{count} Trainings laufen weiter, wenn Cocite geschlossen ist.</translation>
    </message>
    <message>
        <source>{models} — it continues without Cocite. When you start Cocite again, the page Models shows its progress. You can resume a stopped training there.</source>
        <translation>{models} – Cocite muss dafür nicht geöffnet bleiben. Wird es wieder geöffnet, zeigt die Seite „Modelle“, wie weit es ist. Ein angehaltenes Training lässt sich dort fortsetzen.</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Show only this</source>
        <translation>Nur dies zeigen</translation>
    </message>
    <message>
        <source>{name}: click to highlight, clear the box to hide</source>
        <translation>{name}: Klick hebt es hervor, ohne Haken ist es verborgen</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>&amp;Recent libraries</source>
        <translation>&amp;Zuletzt benutzte Bibliotheken</translation>
    </message>
    <message>
        <source>&amp;Trash</source>
        <translation>&amp;Papierkorb</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>Citation &amp;keys</source>
        <translation>&amp;Zitierschlüssel</translation>
    </message>
    <message>
        <source>Copies of the database are in the folder “backups” of the library; each is checked when it is made. The newest three are kept, one for each of the last seven days and one for each of the last four weeks.</source>
        <translation>Kopien der Datenbank liegen im Ordner „backups“ der Bibliothek; jede wird beim Anlegen geprüft. Behalten werden die neuesten drei, je eine für die letzten sieben Tage und je eine für die letzten vier Wochen.</translation>
    </message>
    <message>
        <source>Enter or a double click opens one.</source>
        <translation>Eingabe oder Doppelklick öffnet.</translation>
    </message>
    <message>
        <source>This folder holds the whole library: the database, copies of imported PDFs, and indexes that are rebuilt when they are missing.</source>
        <translation>Alles, was zur Bibliothek gehört, liegt in diesem Ordner: die Datenbank, Kopien importierter PDFs und Indizes, die neu entstehen, wenn sie fehlen.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>For {0} days</source>
        <translation>{0} Tage lang</translation>
    </message>
    <message>
        <source>How keys of new papers are made, such as [auth][year][title] or [Authors2][shortyear]. There are [auth], [authors], [year], [shortyear], [title] and [venue]; a number says how many letters or words. Keys that a file brings are kept, and no key of the library changes.</source>
        <translation>Wie Schlüssel neuer Arbeiten gebildet werden, etwa [auth][year][title] oder [Authors2][shortyear]. Es gibt [auth], [authors], [year], [shortyear], [title] und [venue]; eine Zahl sagt, wie viele Buchstaben oder Wörter. Schlüssel aus einer Datei bleiben, und kein Schlüssel der Bibliothek ändert sich.</translation>
    </message>
    <message>
        <source>How long papers stay in the Trash. After that they are deleted for good, with the copies of their PDFs in the library.</source>
        <translation>Wie lange Arbeiten im Papierkorb bleiben. Danach werden sie endgültig gelöscht, mit den Kopien ihrer PDFs in der Bibliothek.</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>No library is open.</source>
        <translation>Keine Bibliothek ist geöffnet.</translation>
    </message>
    <message>
        <source>Open a library first.</source>
        <translation>Zuerst eine Bibliothek öffnen.</translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation>Andere öffnen…</translation>
    </message>
    <message>
        <source>Show backups</source>
        <translation>Sicherungen zeigen</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Until it is emptied by hand</source>
        <translation>Bis er von Hand geleert wird</translation>
    </message>
    <message>
        <source>backup restore copy interval</source>
        <translation>backup restore copy Sicherung wiederherstellen Kopie Abstand</translation>
    </message>
    <message>
        <source>citation key pattern bibtex</source>
        <translation>citation key pattern bibtex Muster Schlüssel</translation>
    </message>
    <message>
        <source>delete empty days retention</source>
        <translation>delete empty days retention löschen leeren Tage</translation>
    </message>
    <message>
        <source>path place database</source>
        <translation>path place database Pfad Ort Datenbank</translation>
    </message>
</context>
<context>
    <name>LibraryActions</name>
    <message>
        <source>Add a PDF…</source>
        <translation>PDF hinzufügen…</translation>
    </message>
    <message>
        <source>Copied {0}</source>
        <translation>{0} kopiert</translation>
    </message>
    <message>
        <source>Copy cite command</source>
        <translation>Zitierbefehl kopieren</translation>
    </message>
    <message>
        <source>Copy formatted reference</source>
        <translation>Formatierte Literaturangabe kopieren</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>Endgültig löschen…</translation>
    </message>
    <message>
        <source>Delete this paper for good?</source>
        <translation>Diese Arbeit endgültig löschen?</translation>
    </message>
    <message>
        <source>Delete {0} papers for good?</source>
        <translation>{0} Arbeiten endgültig löschen?</translation>
    </message>
    <message>
        <source>Edit details…</source>
        <translation>Angaben bearbeiten…</translation>
    </message>
    <message>
        <source>Empty Trash</source>
        <translation>Papierkorb leeren</translation>
    </message>
    <message>
        <source>Export the selected papers</source>
        <translation>Gewählte Arbeiten exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Find similar papers</source>
        <translation>Ähnliche Arbeiten suchen</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>Zusammenführen…</translation>
    </message>
    <message>
        <source>Move to Trash</source>
        <translation>In den Papierkorb</translation>
    </message>
    <message>
        <source>New collection…</source>
        <translation>Neue Sammlung…</translation>
    </message>
    <message>
        <source>Notes, tags and citations are deleted too. You can restore them from the history until 100 more actions have been made.</source>
        <translation>Notizen, Schlagwörter und Zitationen gehen mit. Der Verlauf kann alles zurückholen, bis 100 weitere Aktionen folgten.</translation>
    </message>
    <message>
        <source>Open PDF</source>
        <translation>PDF öffnen</translation>
    </message>
    <message>
        <source>Restore from Trash</source>
        <translation>Aus dem Papierkorb holen</translation>
    </message>
    <message>
        <source>Select a paper first.</source>
        <translation>Zuerst eine Arbeit wählen.</translation>
    </message>
    <message>
        <source>This library is open for reading only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>“{0}” could not be written: {1}.</source>
        <translation>„{0}“ ließ sich nicht schreiben: {1}.</translation>
    </message>
    <message>
        <source>Quick look</source>
        <translation>Schnellansicht</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Einen anderen Ordner wählen.</translation>
    </message>
    <message numerus="yes">
        <source>Exported %Ln paper(s) to “{name}”.</source>
        <translation>
            <numerusform>%Ln Arbeit nach „{name}“ exportiert.</numerusform>
            <numerusform>%Ln Arbeiten nach „{name}“ exportiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Read details from the PDF again</source>
        <translation>Angaben noch einmal aus dem PDF lesen</translation>
    </message>
    <message>
        <source>Select two or more papers that are the same.</source>
        <translation>Zwei oder mehr Arbeiten wählen, die dieselbe sind.</translation>
    </message>
    <message>
        <source>This paper is in the Trash already.</source>
        <translation>Diese Arbeit liegt schon im Papierkorb.</translation>
    </message>
    <message>
        <source>This works only for papers in the Trash.</source>
        <translation>Das geht nur mit Arbeiten im Papierkorb.</translation>
    </message>
    <message>
        <source>Look up online…</source>
        <translation>Im Netz nachschlagen…</translation>
    </message>
</context>
<context>
    <name>LibraryBrowser</name>
    <message numerus="yes">
        <source>%Ln paper(s) (has|have) no abstract; suggestions find such papers about a fifth less often.</source>
        <translation>
            <numerusform>%Ln Arbeit hat keinen Abstract; Vorschläge finden solche Arbeiten etwa um ein Fünftel seltener.</numerusform>
            <numerusform>%Ln Arbeiten haben keinen Abstract; Vorschläge finden solche Arbeiten etwa um ein Fünftel seltener.</numerusform>
        </translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Moved 1 paper to the Trash.</source>
        <translation>1 Arbeit in den Papierkorb gelegt.</translation>
    </message>
    <message>
        <source>Moved {0} papers to the Trash.</source>
        <translation>{0} Arbeiten in den Papierkorb gelegt.</translation>
    </message>
    <message>
        <source>Select papers, then “Look up online…”, or add their PDFs, or add citation data of OpenAlex or Semantic Scholar (Library menu).</source>
        <translation>Wählen Sie Arbeiten und dann „Im Netz nachschlagen…“, fügen Sie ihre PDFs hinzu, oder fügen Sie Zitationsdaten von OpenAlex oder Semantic Scholar hinzu (Menü Bibliothek).</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>Anzeigen</translation>
    </message>
</context>
<context>
    <name>LibraryCentre</name>
    <message>
        <source>1 paper</source>
        <translation>1 Arbeit</translation>
    </message>
    <message>
        <source>All papers</source>
        <translation>Alle Arbeiten</translation>
    </message>
    <message>
        <source>Choose the columns of the table</source>
        <translation>Spalten der Tabelle wählen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Drag papers from the table to this collection to fill it.</source>
        <translation>Arbeiten aus der Tabelle hierher ziehen, um die Sammlung zu füllen.</translation>
    </message>
    <message>
        <source>Drag papers from the table to this tag to tag them.</source>
        <translation>Arbeiten aus der Tabelle hierher ziehen, um ihnen das Schlagwort zu geben.</translation>
    </message>
    <message>
        <source>Empty Trash…</source>
        <translation>Papierkorb leeren…</translation>
    </message>
    <message>
        <source>Every paper has an abstract.</source>
        <translation>Jede Arbeit hat einen Abstract.</translation>
    </message>
    <message>
        <source>Every paper is in a collection.</source>
        <translation>Jede Arbeit liegt in einer Sammlung.</translation>
    </message>
    <message>
        <source>Every paper is in the meaning index, and every full text could be read.</source>
        <translation>Jede Arbeit ist im Bedeutungsindex, und jeder Volltext war lesbar.</translation>
    </message>
    <message>
        <source>Full texts</source>
        <translation>Volltexte</translation>
    </message>
    <message>
        <source>Import files…</source>
        <translation>Dateien importieren…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Keep this search in the list on the left</source>
        <translation>Diese Suche in der Liste links behalten</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Nothing here</source>
        <translation>Nichts hier</translation>
    </message>
    <message>
        <source>Papers you delete wait here, and can be restored.</source>
        <translation>Gelöschte Arbeiten warten hier und lassen sich wiederherstellen.</translation>
    </message>
    <message>
        <source>Save search…</source>
        <translation>Suche speichern…</translation>
    </message>
    <message>
        <source>Search by</source>
        <translation>Suchen nach</translation>
    </message>
    <message>
        <source>Search by meaning is not ready yet</source>
        <translation>Nach der Bedeutung kann noch nicht gesucht werden</translation>
    </message>
    <message>
        <source>Search by words</source>
        <translation>Nach Wörtern suchen</translation>
    </message>
    <message>
        <source>Search by: {0}</source>
        <translation>Suche nach: {0}</translation>
    </message>
    <message>
        <source>This library is open for reading only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>This search is saved already.</source>
        <translation>Diese Suche ist schon gespeichert.</translation>
    </message>
    <message>
        <source>Try the sample</source>
        <translation>Beispiel ausprobieren</translation>
    </message>
    <message>
        <source>Type something in the search field first.</source>
        <translation>Zuerst etwas ins Suchfeld eingeben.</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>the last {0} papers added</source>
        <translation>die letzten {0} hinzugefügten Arbeiten</translation>
    </message>
    <message>
        <source>{0} for “{1}”</source>
        <translation>{0} zu „{1}“</translation>
    </message>
    <message>
        <source>{0} for “{1}” in full texts</source>
        <translation>{0} zu „{1}“ in Volltexten</translation>
    </message>
    <message>
        <source>{0} nearest to “{1}”</source>
        <translation>{0} am nächsten an „{1}“</translation>
    </message>
    <message>
        <source>{0} papers</source>
        <translation>{0} Arbeiten</translation>
    </message>
    <message>
        <source>Did you mean “{0}”?</source>
        <translation>Meinten Sie „{0}“?</translation>
    </message>
    <message>
        <source>No paper in this section matches these words.</source>
        <translation>Keine Arbeit in diesem Bereich passt zu diesen Wörtern.</translation>
    </message>
    <message>
        <source>Search all papers ({0} found)</source>
        <translation>In allen Arbeiten suchen ({0} gefunden)</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Nach Bedeutung suchen</translation>
    </message>
    <message>
        <source>Search in full texts</source>
        <translation>In Volltexten suchen</translation>
    </message>
    <message>
        <source>No full text is indexed yet: import PDFs, or wait until they are read.</source>
        <translation>Noch ist kein Volltext indexiert: PDFs einlesen oder warten, bis sie gelesen sind.</translation>
    </message>
    <message>
        <source>Delete all papers in the Trash for good</source>
        <translation>Alle Arbeiten im Papierkorb endgültig löschen</translation>
    </message>
    <message>
        <source>Find papers whose title, authors, venue or abstract contain the words</source>
        <translation>Arbeiten finden, deren Titel, Autoren, Zeitschrift oder Abstract die Wörter enthalten</translation>
    </message>
    <message>
        <source>Find the papers nearest in meaning to what you type, also in other words</source>
        <translation>Arbeiten finden, die dem Eingegebenen in der Bedeutung am nächsten sind, auch mit anderen Wörtern</translation>
    </message>
    <message>
        <source>Import files (Ctrl+I), or drop them here</source>
        <translation>Dateien importieren (Strg+I) oder hier ablegen</translation>
    </message>
    <message>
        <source>Search the text of the PDFs, not only title, authors and abstract</source>
        <translation>Im Text der PDFs suchen, nicht nur in Titel, Autoren und Abstract</translation>
    </message>
    <message>
        <source>Import your papers</source>
        <translation>Arbeiten importieren</translation>
    </message>
    <message>
        <source>Drop files or folders here, in any of these formats: {formats}. Cocite reads them on this computer and recommends from them while you write.</source>
        <translation>Dateien oder Ordner hier ablegen, in einem dieser Formate: {formats}. Cocite liest sie auf diesem Rechner und empfiehlt daraus beim Schreiben.</translation>
    </message>
</context>
<context>
    <name>LibraryDialog</name>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>A name cannot hold {0}</source>
        <translation>Ein Name darf {0} nicht enthalten</translation>
    </message>
    <message>
        <source>A new library will be created in “{0}”.</source>
        <translation>In „{0}“ wird eine neue Bibliothek angelegt.</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose a folder for the library</source>
        <translation>Einen Ordner für die Bibliothek wählen</translation>
    </message>
    <message>
        <source>Choose the folder of the library</source>
        <translation>Den Ordner wählen, in dem die Bibliothek liegt</translation>
    </message>
    <message>
        <source>Folder of the library</source>
        <translation>Ordner, in dem die Bibliothek liegt</translation>
    </message>
    <message>
        <source>Create library</source>
        <translation>Bibliothek anlegen</translation>
    </message>
    <message>
        <source>Name of the library</source>
        <translation>Name der Bibliothek</translation>
    </message>
    <message>
        <source>Open a library</source>
        <translation>Bibliothek öffnen</translation>
    </message>
    <message>
        <source>Open library</source>
        <translation>Bibliothek öffnen</translation>
    </message>
    <message>
        <source>Open existing…</source>
        <translation>Vorhandene öffnen…</translation>
    </message>
    <message>
        <source>Open or create a library</source>
        <translation>Bibliothek öffnen oder anlegen</translation>
    </message>
    <message>
        <source>“{0}” already contains a library.</source>
        <translation>In „{0}“ liegt eine Bibliothek.</translation>
    </message>
    <message>
        <source>Type a name and choose a folder.</source>
        <translation>Einen Namen eingeben und einen Ordner wählen.</translation>
    </message>
</context>
<context>
    <name>LibraryUndo</name>
    <message numerus="yes">
        <source>%Ln paper(s) will be moved to the Trash.</source>
        <translation>
            <numerusform>%Ln Arbeit kommt in den Papierkorb.</numerusform>
            <numerusform>%Ln Arbeiten kommen in den Papierkorb.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clearing the history</source>
        <translation>Verlauf wird gelöscht</translation>
    </message>
    <message>
        <source>Redoing an action</source>
        <translation>Wird wiederholt</translation>
    </message>
    <message>
        <source>Redoing: {action}</source>
        <translation>Wird wiederholt: {action}</translation>
    </message>
    <message>
        <source>Redone: {action}</source>
        <translation>Wiederholt: {action}</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig machen</translation>
    </message>
    <message>
        <source>Undo “{action}”?</source>
        <translation>„{action}“ rückgängig machen?</translation>
    </message>
    <message>
        <source>Undoing actions</source>
        <translation>Wird rückgängig gemacht</translation>
    </message>
    <message>
        <source>Undoing: {action}</source>
        <translation>Wird rückgängig gemacht: {action}</translation>
    </message>
    <message>
        <source>Undone: {action}</source>
        <translation>Rückgängig gemacht: {action}</translation>
    </message>
    <message>
        <source>“Redo” brings them back.</source>
        <translation>„Wiederholen“ bringt sie zurück.</translation>
    </message>
</context>
<context>
    <name>LicenceModel</name>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Package</source>
        <translation>Paket</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>see its text</source>
        <translation>siehe Text</translation>
    </message>
</context>
<context>
    <name>LicencesPane</name>
    <message>
        <source>Choose a package to read its licence.</source>
        <translation>Ein Paket wählen, um seine Lizenz zu lesen.</translation>
    </message>
    <message>
        <source>Packages</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Search packages and licences</source>
        <translation>Pakete und Lizenzen durchsuchen</translation>
    </message>
    <message>
        <source>Text of the licence</source>
        <translation>Text der Lizenz</translation>
    </message>
    <message>
        <source>The package contains no licence text.</source>
        <translation>Das Paket enthält keinen Text seiner Lizenz.</translation>
    </message>
</context>
<context>
    <name>LinkPicker</name>
    <message>
        <source>Looking…</source>
        <translation>Wird gesucht…</translation>
    </message>
    <message>
        <source>No similar paper. Type a title or an author.</source>
        <translation>Keine ähnelt diesem Eintrag. Einen Titel oder Autor eingeben.</translation>
    </message>
    <message>
        <source>Papers that may be this entry</source>
        <translation>Arbeiten, die gemeint sein könnten</translation>
    </message>
    <message>
        <source>Search your library</source>
        <translation>Bibliothek durchsuchen</translation>
    </message>
    <message>
        <source>Search your library for the paper of this entry</source>
        <translation>In der Bibliothek nach der Arbeit zu diesem Eintrag suchen</translation>
    </message>
    <message>
        <source>Most likely papers in your library:</source>
        <translation>Die wahrscheinlichsten Arbeiten der Bibliothek:</translation>
    </message>
    <message>
        <source>No paper matches “{typed}”. Type a title or an author.</source>
        <translation>Keine Arbeit passt zu „{typed}“. Einen Titel oder Autor eingeben.</translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>From</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>LogViewer</name>
    <message numerus="yes">
        <source>%Ln entr(y|ies)</source>
        <translation>
            <numerusform>%Ln Eintrag</numerusform>
            <numerusform>%Ln Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose an entry to read all of it.</source>
        <translation>Einen Eintrag wählen, um ihn ganz zu lesen.</translation>
    </message>
    <message>
        <source>Chosen entry</source>
        <translation>Gewählter Eintrag</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copies the chosen entries, or all that are shown</source>
        <translation>Kopiert die gewählten Einträge oder alle gezeigten</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Entries of the log</source>
        <translation>Einträge des Protokolls</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Minimum level</source>
        <translation>Geringste Stufe</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Search in the log</source>
        <translation>Protokoll durchsuchen</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
</context>
<context>
    <name>LookUps</name>
    <message>
        <source>Add by DOI or arXiv id</source>
        <translation>Nach DOI oder arXiv-Nummer hinzufügen</translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln paper(s).</source>
        <translation>
            <numerusform>%Ln Arbeit hinzugefügt.</numerusform>
            <numerusform>%Ln Arbeiten hinzugefügt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Adding what was found</source>
        <translation>Gefundenes wird hinzugefügt</translation>
    </message>
    <message>
        <source>Choose services…</source>
        <translation>Dienste wählen…</translation>
    </message>
    <message>
        <source>DOI, arXiv id or title:</source>
        <translation>DOI, arXiv-Nummer oder Titel:</translation>
    </message>
    <message numerus="yes">
        <source>Filled in details of %Ln paper(s).</source>
        <translation>
            <numerusform>Angaben von %Ln Arbeit ergänzt.</numerusform>
            <numerusform>Angaben von %Ln Arbeiten ergänzt.</numerusform>
        </translation>
    </message>
    <message>
        <source>It is already in your library; empty fields were filled in.</source>
        <translation>Die Arbeit ist schon in Ihrer Bibliothek; was leer war, wurde ergänzt.</translation>
    </message>
    <message>
        <source>Look up</source>
        <translation>Nachschlagen</translation>
    </message>
    <message>
        <source>Online look-ups are turned off. Choose the services in Settings, under Privacy.</source>
        <translation>Das Nachschlagen im Netz ist ausgeschaltet. Wählen Sie die Dienste in den Einstellungen unter Privatsphäre.</translation>
    </message>
    <message numerus="yes">
        <source>Looking up %Ln paper(s)</source>
        <translation>
            <numerusform>%Ln Arbeit wird nachgeschlagen</numerusform>
            <numerusform>%Ln Arbeiten werden nachgeschlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking up {text}</source>
        <translation>{text} wird nachgeschlagen</translation>
    </message>
</context>
<context>
    <name>LookupRows</name>
    <message>
        <source>Only look-ups at {services}.</source>
        <translation>Nichts außer Anfragen beim Nachschlagen bei {services}.</translation>
    </message>
    <message>
        <source>Nothing.</source>
        <translation>Nichts.</translation>
    </message>
</context>
<context>
    <name>MailAddress</name>
    <message>
        <source>Not sent</source>
        <translation>Es wird keine gesendet</translation>
    </message>
    <message>
        <source>This is not an e-mail address.</source>
        <translation>Das ist keine E-Mail-Adresse.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Cocite</source>
        <translation>Cocite</translation>
    </message>
    <message>
        <source>Import a folder into the library</source>
        <translation>Einen Ordner in die Bibliothek importieren</translation>
    </message>
    <message>
        <source>Import into the library</source>
        <translation>In die Bibliothek importieren</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Manuscript</source>
        <translation>Manuskript</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Opening the library</source>
        <translation>Bibliothek wird geöffnet</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation>Bibliothek durchsuchen</translation>
    </message>
    <message>
        <source>Search the library (Ctrl+F)</source>
        <translation>Bibliothek durchsuchen (Strg+F)</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>{name} – Cocite</source>
        <translation>{name} – Cocite</translation>
    </message>
</context>
<context>
    <name>Manual</name>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>They can be changed under Settings, Shortcuts.</source>
        <translation>Sie lassen sich in den Einstellungen unter „Tastenkürzel“ ändern.</translation>
    </message>
    <message>
        <source>the menu</source>
        <translation>das Menü</translation>
    </message>
</context>
<context>
    <name>ManualWindow</name>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>No chapter contains these words.</source>
        <translation>Kein Kapitel enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>Im Handbuch suchen</translation>
    </message>
    <message>
        <source>Text of the chapter</source>
        <translation>Text des Kapitels</translation>
    </message>
</context>
<context>
    <name>ManuscriptActions</name>
    <message>
        <source>&amp;Copy cite command</source>
        <translation>Zitierbefehl &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Fit width</source>
        <translation>Seiten&amp;breite</translation>
    </message>
    <message>
        <source>&amp;Insert citations into a copy (Word)…</source>
        <translation>Zitate in eine Kopie &amp;einfügen (Word)…</translation>
    </message>
    <message>
        <source>&amp;Needs a citation after all</source>
        <translation>&amp;Braucht doch einen Beleg</translation>
    </message>
    <message>
        <source>&amp;Next gap</source>
        <translation>&amp;Nächste Lücke</translation>
    </message>
    <message>
        <source>&amp;Not needed here</source>
        <translation>&amp;Hier nicht nötig</translation>
    </message>
    <message>
        <source>&amp;Open manuscript…</source>
        <translation>Manuskript ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Previous gap</source>
        <translation>&amp;Vorige Lücke</translation>
    </message>
    <message>
        <source>&amp;Read the file again</source>
        <translation>Datei neu &amp;einlesen</translation>
    </message>
    <message>
        <source>Add list to the manuscript&apos;s .&amp;bib file</source>
        <translation>Liste in die .&amp;bib-Datei des Manuskripts aufnehmen</translation>
    </message>
    <message>
        <source>C&amp;heck citations</source>
        <translation>Zitate &amp;prüfen</translation>
    </message>
    <message>
        <source>Close &amp;manuscript</source>
        <translation>&amp;Manuskript schließen</translation>
    </message>
    <message>
        <source>Export list as {name} ({suffix})…</source>
        <translation>Liste als {name} exportieren ({suffix})…</translation>
    </message>
    <message>
        <source>For the &amp;whole manuscript</source>
        <translation>Für das &amp;ganze Manuskript</translation>
    </message>
    <message>
        <source>No citations were found</source>
        <translation>Es wurden keine Zitate gefunden</translation>
    </message>
    <message>
        <source>No gap was dismissed yet</source>
        <translation>Noch keine Lücke wurde verworfen</translation>
    </message>
    <message>
        <source>No reference list was found</source>
        <translation>Kein Literaturverzeichnis gefunden</translation>
    </message>
    <message>
        <source>The list to cite is empty</source>
        <translation>Noch nichts steht auf der Zitierliste</translation>
    </message>
    <message>
        <source>Open a file first</source>
        <translation>Zuerst eine Datei öffnen</translation>
    </message>
    <message>
        <source>Open a manuscript first</source>
        <translation>Zuerst ein Manuskript öffnen</translation>
    </message>
    <message>
        <source>Reasons in &amp;full</source>
        <translation>Gründe &amp;ausgeschrieben</translation>
    </message>
    <message>
        <source>Recommend for &amp;text…</source>
        <translation>Für &amp;Text empfehlen…</translation>
    </message>
    <message>
        <source>Reference &amp;audit</source>
        <translation>Literatur&amp;prüfung</translation>
    </message>
    <message>
        <source>Select a gap first</source>
        <translation>Zuerst eine Lücke wählen</translation>
    </message>
    <message>
        <source>Show &amp;dismissed gaps</source>
        <translation>&amp;Verworfene Lücken zeigen</translation>
    </message>
    <message>
        <source>The manuscript has not been read yet</source>
        <translation>Das Manuskript ist noch nicht gelesen</translation>
    </message>
    <message>
        <source>This library is open for reading only</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet</translation>
    </message>
    <message>
        <source>Write a &amp;marked copy…</source>
        <translation>&amp;Kopie mit Anmerkungen schreiben…</translation>
    </message>
    <message>
        <source>Write a &amp;report for co-authors ({suffix})…</source>
        <translation>&amp;Bericht für Mitautoren schreiben ({suffix})…</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Add missing &amp;references…</source>
        <translation>Fehlende &amp;Literatur aufnehmen…</translation>
    </message>
    <message>
        <source>Every reference leads to a paper of the library</source>
        <translation>Jede Angabe führt zu einer Arbeit der Bibliothek</translation>
    </message>
</context>
<context>
    <name>ManuscriptPage</name>
    <message>
        <source>Close (Ctrl+W)</source>
        <translation>Schließen (Strg+W)</translation>
    </message>
    <message>
        <source>Close this manuscript</source>
        <translation>Dieses Manuskript schließen</translation>
    </message>
    <message>
        <source>Manuscripts (*.pdf *.tex *.ltx *.latex *.rnw *.Rnw *.snw *.Snw *.rtex *.Rtex *.docx *.docm *.dotx *.doc *.odt *.ott *.md *.markdown *.rmd *.Rmd *.qmd *.typ *.ipynb *.lyx *.org *.rst *.rtf *.html *.htm *.xhtml *.zip);;All files (*)</source>
        <translation>Manuskripte (*.pdf *.tex *.ltx *.latex *.rnw *.Rnw *.snw *.Snw *.rtex *.Rtex *.docx *.docm *.dotx *.doc *.odt *.ott *.md *.markdown *.rmd *.Rmd *.qmd *.typ *.ipynb *.lyx *.org *.rst *.rtf *.html *.htm *.xhtml *.zip);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open manuscript</source>
        <translation>Manuskript öffnen</translation>
    </message>
    <message>
        <source>Open manuscripts</source>
        <translation>Geöffnete Manuskripte</translation>
    </message>
</context>
<context>
    <name>ManuscriptPanes</name>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>To cite</source>
        <translation>Zu zitieren</translation>
    </message>
</context>
<context>
    <name>ManuscriptTab</name>
    <message numerus="yes">
        <source>%Ln gap(s)</source>
        <translation>
            <numerusform>%Ln Lücke</numerusform>
            <numerusform>%Ln Lücken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln paper(s) to cite</source>
        <translation>
            <numerusform>%Ln Arbeit zu zitieren</numerusform>
            <numerusform>%Ln Arbeiten zu zitieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Einlesen</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>Neu einlesen</translation>
    </message>
    <message>
        <source>Reading the manuscript: its sentences are marked in a moment.</source>
        <translation>Das Manuskript wird gelesen: Gleich sind seine Sätze markiert.</translation>
    </message>
    <message>
        <source>Reading the passage…</source>
        <translation>Die Textstelle wird gelesen…</translation>
    </message>
    <message>
        <source>Reading was stopped.</source>
        <translation>Das Lesen wurde angehalten.</translation>
    </message>
    <message>
        <source>Reading “{name}”</source>
        <translation>„{name}“ wird gelesen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>“{name}” has changed.</source>
        <translation>„{name}“ hat sich geändert.</translation>
    </message>
    <message>
        <source>“{title}” will not be suggested for this sentence again.</source>
        <translation>„{title}“ wird für diesen Satz nicht wieder vorgeschlagen.</translation>
    </message>
    <message>
        <source>Recognising the text: the sentences are marked when all pages are read.</source>
        <translation>Der Text wird erkannt: Die Sätze werden markiert, wenn alle Seiten gelesen sind.</translation>
    </message>
    <message>
        <source>The first pages can be used already. References, citations and the other pages follow when the whole file is read.</source>
        <translation>Mit den ersten Seiten lässt sich schon arbeiten. Literaturverzeichnis, Zitate und die übrigen Seiten folgen, wenn die ganze Datei gelesen ist.</translation>
    </message>
    <message>
        <source>Read it with text recognition</source>
        <translation>Mit Texterkennung lesen</translation>
    </message>
    <message>
        <source>Recognising the text: {done} of {total} pages are done, about {seconds} s a page. The sentences are marked when all are read.</source>
        <translation>Der Text wird erkannt: {done} von {total} Seiten sind fertig, etwa {seconds} s je Seite. Die Sätze werden markiert, wenn alle gelesen sind.</translation>
    </message>
</context>
<context>
    <name>Map</name>
    <message>
        <source>in no collection</source>
        <translation>in keiner Sammlung</translation>
    </message>
    <message>
        <source>in none of these</source>
        <translation>in keiner davon</translation>
    </message>
    <message>
        <source>no year known</source>
        <translation>kein Jahr bekannt</translation>
    </message>
    <message>
        <source>{year} and earlier</source>
        <translation>{year} und früher</translation>
    </message>
    <message>
        <source>group without a name</source>
        <translation>Gruppe ohne Namen</translation>
    </message>
</context>
<context>
    <name>MapCanvas</name>
    <message>
        <source>Manuscript</source>
        <translation>Manuskript</translation>
    </message>
    <message>
        <source>Map of the library</source>
        <translation>Karte der Bibliothek</translation>
    </message>
</context>
<context>
    <name>MapPane</name>
    <message>
        <source>1 paper</source>
        <translation>1 Arbeit</translation>
    </message>
    <message>
        <source>A map of your library</source>
        <translation>Eine Karte der Bibliothek</translation>
    </message>
    <message>
        <source>Redraw</source>
        <translation>Neu zeichnen</translation>
    </message>
    <message>
        <source>Draw the map</source>
        <translation>Karte zeichnen</translation>
    </message>
    <message>
        <source>Drawing the map</source>
        <translation>Karte wird gezeichnet</translation>
    </message>
    <message>
        <source>Most of these papers were added after the map was drawn.</source>
        <translation>Die meisten dieser Arbeiten kamen nach dem Zeichnen der Karte.</translation>
    </message>
    <message>
        <source>Opening the map</source>
        <translation>Karte wird geöffnet</translation>
    </message>
    <message>
        <source>Similar papers are close together. Import papers and wait until the status bar shows that they are indexed by meaning.</source>
        <translation>Ähnliche Arbeiten liegen beieinander. Zuerst müssen sie nach Bedeutung indexiert sein: einige importieren und warten, bis die Statusleiste es meldet.</translation>
    </message>
    <message>
        <source>Similar papers are close together. The map is drawn once, on this computer.</source>
        <translation>Ähnliche Arbeiten liegen beieinander. Die Karte wird einmal gezeichnet, auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>{count} papers</source>
        <translation>{count} Arbeiten</translation>
    </message>
    <message>
        <source>{papers} papers in {groups} groups. Arrows move, plus and minus zoom, 0 shows all, Return chooses the paper in the middle.</source>
        <translation>{papers} Arbeiten in {groups} Gruppen. Pfeile bewegen, Plus und Minus zoomen, 0 zeigt alles, Eingabe wählt die Arbeit in der Mitte.</translation>
    </message>
    <message>
        <source>This paper is not on the map yet: it is not indexed by meaning.</source>
        <translation>Diese Arbeit ist noch nicht auf der Karte: Sie ist noch nicht nach Bedeutung erschlossen.</translation>
    </message>
</context>
<context>
    <name>MapTools</name>
    <message>
        <source>Select the visible papers</source>
        <translation>Sichtbare Arbeiten wählen</translation>
    </message>
    <message>
        <source>Citations</source>
        <translation>Zitate</translation>
    </message>
    <message>
        <source>Colour by collection</source>
        <translation>Farbe nach Sammlung</translation>
    </message>
    <message>
        <source>Colour by group</source>
        <translation>Farbe nach Gruppe</translation>
    </message>
    <message>
        <source>Colour by year</source>
        <translation>Farbe nach Jahr</translation>
    </message>
    <message>
        <source>Colour papers by</source>
        <translation>Farbe der Arbeiten nach</translation>
    </message>
    <message>
        <source>Draw around papers to choose them (or hold Shift)</source>
        <translation>Um Arbeiten herumfahren, um sie zu wählen (oder Umschalttaste halten)</translation>
    </message>
    <message>
        <source>Draw lines from the paper you point at or choose, else from the starting papers: solid to what it cites, dashed from what cites it</source>
        <translation>Linien von der Arbeit unter dem Zeiger oder der gewählten, sonst von den Ausgangsarbeiten: durchgezogen zu Arbeiten, die sie zitiert, gestrichelt von Arbeiten, von denen sie zitiert wird</translation>
    </message>
    <message>
        <source>Draw papers larger the more papers of the library cite them</source>
        <translation>Arbeiten umso größer zeichnen, je mehr Arbeiten der Bibliothek sie zitieren</translation>
    </message>
    <message>
        <source>Redraw the map</source>
        <translation>Karte neu zeichnen</translation>
    </message>
    <message>
        <source>Find a paper on the map</source>
        <translation>Arbeit auf der Karte suchen</translation>
    </message>
    <message>
        <source>Fit all (0)</source>
        <translation>Alles zeigen (0)</translation>
    </message>
    <message>
        <source>Lasso</source>
        <translation>Lasso</translation>
    </message>
    <message>
        <source>Show the starting papers</source>
        <translation>Ausgangsarbeiten zeigen</translation>
    </message>
    <message>
        <source>Size by citations</source>
        <translation>Größe nach Zitaten</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>Vergrößern (+)</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>Verkleinern (−)</translation>
    </message>
</context>
<context>
    <name>Measurement</name>
    <message>
        <source> of {free} free</source>
        <translation> von {free} frei</translation>
    </message>
    <message>
        <source>&amp;Measure the first steps</source>
        <translation>Erste Schritte &amp;messen</translation>
    </message>
    <message>
        <source>Measuring the first steps</source>
        <translation>Erste Schritte werden gemessen</translation>
    </message>
    <message>
        <source>Memory and time</source>
        <translation>Speicher und Zeit</translation>
    </message>
    <message>
        <source>Not measured yet. “Measure the first steps” runs a few steps with the largest batch and shows how much memory and time the training takes; nothing of it is kept. A batch that does not fit into memory is split automatically.</source>
        <translation>Noch nicht gemessen. „Erste Schritte messen“ rechnet einige Schritte mit dem größten Batch und zeigt, wie viel Speicher und Zeit das Training braucht; nichts davon wird aufgehoben. Ein Batch, der nicht in den Speicher passt, wird von selbst geteilt.</translation>
    </message>
    <message>
        <source>Starting the measurement…</source>
        <translation>Die Messung beginnt…</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>Messung anhalten</translation>
    </message>
    <message>
        <source>The measurement is still running.</source>
        <translation>Die Messung läuft noch.</translation>
    </message>
    <message>
        <source>The training takes {memory} of memory{free}, with {micro} of {batch} examples at once, and about {time} for {steps} steps at {speed} examples per second, evaluations not included.</source>
        <translation>Das Training braucht {memory} Speicher{free}, mit {micro} von {batch} Beispielen zugleich, und etwa {time} für {steps} Schritte bei {speed} Beispielen je Sekunde, ohne die Messungen.</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt viel</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;About Cocite</source>
        <translation>&amp;Über Cocite</translation>
    </message>
    <message>
        <source>&amp;Columns…</source>
        <translation>&amp;Spalten…</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Befehle…</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Find in the library</source>
        <translation>In der Bibliothek &amp;suchen</translation>
    </message>
    <message>
        <source>&amp;Full texts…</source>
        <translation>&amp;Volltexte…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Import files…</source>
        <translation>Dateien &amp;importieren…</translation>
    </message>
    <message>
        <source>&amp;Jobs and messages</source>
        <translation>&amp;Vorgänge und Meldungen</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>Bib&amp;liothek</translation>
    </message>
    <message>
        <source>&amp;Load the model</source>
        <translation>Modell &amp;laden</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>Nä&amp;chster Bereich</translation>
    </message>
    <message>
        <source>&amp;Previous pane</source>
        <translation>Voriger &amp;Bereich</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Recommend</source>
        <translation>&amp;Empfehlen</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>E&amp;xtras</translation>
    </message>
    <message>
        <source>&amp;Try the sample</source>
        <translation>&amp;Beispiel ausprobieren</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>Dunkles Farbschema</translation>
    </message>
    <message>
        <source>Histor&amp;y…</source>
        <translation>&amp;Verlauf…</translation>
    </message>
    <message>
        <source>Import &amp;folder…</source>
        <translation>&amp;Ordner importieren…</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>Helles Farbschema</translation>
    </message>
    <message>
        <source>Open a library first.</source>
        <translation>Zuerst eine Bibliothek öffnen.</translation>
    </message>
    <message>
        <source>Open or create a &amp;library…</source>
        <translation>&amp;Bibliothek öffnen oder anlegen…</translation>
    </message>
    <message>
        <source>Recent libraries</source>
        <translation>Letzte Bibliotheken</translation>
    </message>
    <message>
        <source>Show the &amp;log…</source>
        <translation>&amp;Protokoll zeigen…</translation>
    </message>
    <message>
        <source>System theme</source>
        <translation>Farbschema wie das System</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>Es gibt nichts wiederherzustellen.</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>&amp;Map of the library</source>
        <translation>&amp;Karte der Bibliothek</translation>
    </message>
    <message>
        <source>&amp;Train a new model…</source>
        <translation>Neues Modell &amp;trainieren…</translation>
    </message>
    <message>
        <source>Find &amp;duplicates</source>
        <translation>&amp;Dubletten finden</translation>
    </message>
    <message>
        <source>Lan&amp;guage…</source>
        <translation>&amp;Sprache…</translation>
    </message>
    <message>
        <source>Update the &amp;keyword index</source>
        <translation>&amp;Wortindex aktualisieren</translation>
    </message>
    <message>
        <source>Update the &amp;meaning index</source>
        <translation>&amp;Bedeutungsindex aktualisieren</translation>
    </message>
    <message>
        <source>Add citation &amp;data…</source>
        <translation>Zitations&amp;daten hinzufügen…</translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>Click a value, or press Space, to use it; click a heading to keep that paper. It gets the files, notes, tags and citations of the others.</source>
        <translation>Klick oder Leertaste übernimmt einen Wert; ein Klick auf den Spaltenkopf behält diese Arbeit. Sie übernimmt Dateien, Notizen, Schlagwörter und Zitate der anderen.</translation>
    </message>
    <message>
        <source>Merge papers</source>
        <translation>Arbeiten zusammenführen</translation>
    </message>
    <message>
        <source>Merge {0} papers</source>
        <translation>{0} Arbeiten zusammenführen</translation>
    </message>
</context>
<context>
    <name>MergedModel</name>
    <message>
        <source>Merged entry</source>
        <translation>Zusammengeführter Eintrag</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Grund</translation>
    </message>
</context>
<context>
    <name>MergedView</name>
    <message>
        <source>Entries that an import merged with a paper are listed here, with the reason. Each of them can become a paper of its own again.</source>
        <translation>Hier stehen Einträge, die ein Import mit einer Arbeit zusammengeführt hat, mit dem Grund. Jeder davon kann wieder eine eigene Arbeit werden.</translation>
    </message>
    <message>
        <source>Entries that imports merged with a paper. “Separate” turns an entry into a paper of its own again; the other paper loses the details it got from it.</source>
        <translation>Einträge, die Importe mit einer Arbeit zusammengeführt haben. „Trennen“ macht aus einem Eintrag wieder eine eigene Arbeit; die andere Arbeit verliert, was sie von ihm übernommen hat.</translation>
    </message>
    <message>
        <source>Merged at import</source>
        <translation>Beim Import zusammengeführt</translation>
    </message>
    <message>
        <source>Nothing was merged at import</source>
        <translation>Beim Import wurde nichts zusammengeführt</translation>
    </message>
    <message>
        <source>Possible duplicates</source>
        <translation>Mögliche Dubletten</translation>
    </message>
    <message>
        <source>Select an entry first.</source>
        <translation>Zuerst einen Eintrag wählen.</translation>
    </message>
    <message>
        <source>Separate</source>
        <translation>Trennen</translation>
    </message>
    <message>
        <source>This library is open for reading only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
</context>
<context>
    <name>MessageTable</name>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Load the model</source>
        <translation>Modell laden</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>Modell wird geladen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model and indexes</source>
        <translation>Modell und Indizes</translation>
    </message>
    <message>
        <source>Papers you chose to cite for sentences of your manuscripts</source>
        <translation>Arbeiten, die Sie für Sätze Ihrer Manuskripte zum Zitieren gewählt haben</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>The training of “{model}” has ended: {state}.</source>
        <translation>Das Training von „{model}“ ist vorbei: {state}.</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>could not be loaded; only keywords are searched</source>
        <translation>ließ sich nicht laden; gesucht wird nur nach Wörtern</translation>
    </message>
    <message>
        <source>no model is loaded; only keywords are searched</source>
        <translation>kein Modell geladen; gesucht wird nur nach Wörtern</translation>
    </message>
    <message>
        <source>being built…</source>
        <translation>wird aufgebaut…</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>wird geladen…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>not built yet</source>
        <translation>noch nicht aufgebaut</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>up to date</source>
        <translation>auf dem neuesten Stand</translation>
    </message>
    <message numerus="yes">
        <source>up to date, %Ln paper(s)</source>
        <translation>
            <numerusform>auf dem neuesten Stand, %Ln Arbeit</numerusform>
            <numerusform>auf dem neuesten Stand, %Ln Arbeiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{have} of %Ln paper(s)</source>
        <translation>
            <numerusform>{have} von %Ln Arbeit</numerusform>
            <numerusform>{have} von %Ln Arbeiten</numerusform>
        </translation>
    </message>
    <message>
        <source>The training of “{model}” was stopped; it can be resumed.</source>
        <translation>Das Training von „{model}“ wurde angehalten; es lässt sich fortsetzen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of your decisions will be used in the next training</source>
        <translation>
            <numerusform>%Ln Ihrer Entscheidungen geht in das nächste Training ein</numerusform>
            <numerusform>%Ln Ihrer Entscheidungen gehen in das nächste Training ein</numerusform>
        </translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Installing “{model}”</source>
        <translation>„{model}“ wird installiert</translation>
    </message>
    <message>
        <source>Keyword index</source>
        <translation>Wortindex</translation>
    </message>
    <message>
        <source>Meaning index</source>
        <translation>Bedeutungsindex</translation>
    </message>
    <message>
        <source>Show the devices…</source>
        <translation>Geräte zeigen…</translation>
    </message>
    <message>
        <source>Update the keyword index</source>
        <translation>Wortindex aktualisieren</translation>
    </message>
    <message>
        <source>Update the meaning index</source>
        <translation>Bedeutungsindex aktualisieren</translation>
    </message>
    <message>
        <source>Updating the keyword index</source>
        <translation>Wortindex wird aktualisiert</translation>
    </message>
    <message>
        <source>Updating the meaning index</source>
        <translation>Bedeutungsindex wird aktualisiert</translation>
    </message>
    <message>
        <source>computes with 16-bit numbers (fastest here)</source>
        <translation>rechnet mit 16-Bit-Zahlen (hier am schnellsten)</translation>
    </message>
    <message>
        <source>computes with 32-bit numbers</source>
        <translation>rechnet mit 32-Bit-Zahlen</translation>
    </message>
    <message>
        <source>computes with 8-bit integers (fastest here)</source>
        <translation>rechnet mit ganzen Zahlen von 8 Bit (hier am schnellsten)</translation>
    </message>
    <message>
        <source>graphics cards and processor of this computer</source>
        <translation>Grafikkarten und Prozessor dieses Computers</translation>
    </message>
    <message>
        <source>{model} — for {place}, up to date</source>
        <translation>{model} – für {place}, aktuell</translation>
    </message>
    <message>
        <source>{model} — for {place}, {have} of {of} texts encoded</source>
        <translation>{model} – für {place}, {have} von {of} Texten kodiert</translation>
    </message>
    <message>
        <source>{model} — for {place}, {have} of {of} texts encoded; the model above answers until then</source>
        <translation>{model} – für {place}, {have} von {of} Texten kodiert; bis dahin antwortet das Modell darüber</translation>
    </message>
    <message>
        <source>{model}, for {place}, cannot be used: {problem}</source>
        <translation>{model}, für {place}, kann nicht verwendet werden: {problem}</translation>
    </message>
    <message>
        <source>{state}, {precision}</source>
        <translation>{state}, {precision}</translation>
    </message>
</context>
<context>
    <name>NeighbourModel</name>
    <message>
        <source>Authors</source>
        <translation>Autoren</translation>
    </message>
    <message>
        <source>Citations</source>
        <translation>Zitate</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
</context>
<context>
    <name>NewTraining</name>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Start training</source>
        <translation>Training &amp;starten</translation>
    </message>
    <message>
        <source>1  Device</source>
        <translation>1  Gerät</translation>
    </message>
    <message>
        <source>2  Training data</source>
        <translation>2  Trainingsdaten</translation>
    </message>
    <message>
        <source>3  Goal</source>
        <translation>3  Ziel</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Starting the training…</source>
        <translation>Das Training wird gestartet…</translation>
    </message>
    <message>
        <source>&amp;Continue with little data</source>
        <translation>&amp;Weiter, obwohl es wenig ist</translation>
    </message>
    <message>
        <source>4  Training</source>
        <translation>4  Training</translation>
    </message>
    <message>
        <source>5  Result</source>
        <translation>5  Ergebnis</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Loading the recipes</source>
        <translation>Rezepte werden geladen</translation>
    </message>
</context>
<context>
    <name>NoteEdit</name>
    <message>
        <source>Note on the paper</source>
        <translation>Notiz zur Arbeit</translation>
    </message>
    <message>
        <source>Your note on this paper</source>
        <translation>Was man sich zu dieser Arbeit merken will</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Close the message</source>
        <translation>Meldung schließen</translation>
    </message>
</context>
<context>
    <name>NotificationBar</name>
    <message>
        <source>Close the message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>Opening</name>
    <message>
        <source>Choose one in the settings of your system, or open the file yourself.</source>
        <translation>Wählen Sie eines in den Einstellungen des Systems, oder öffnen Sie die Datei selbst.</translation>
    </message>
    <message>
        <source>No program was found that opens “{name}”.</source>
        <translation>Kein Programm gefunden, das „{name}“ öffnet.</translation>
    </message>
</context>
<context>
    <name>OutlineModel</name>
    <message numerus="yes">
        <source>%Ln gap(s)</source>
        <translation>
            <numerusform>%Ln Lücke</numerusform>
            <numerusform>%Ln Lücken</numerusform>
        </translation>
    </message>
    <message>
        <source>Abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>Before the first heading</source>
        <translation>Vor der ersten Überschrift</translation>
    </message>
    <message>
        <source>Papers of your library that the manuscript should cite and does not</source>
        <translation>Arbeiten der Bibliothek, die das Manuskript zitieren sollte und nicht zitiert</translation>
    </message>
    <message>
        <source>Reference audit</source>
        <translation>Literaturprüfung</translation>
    </message>
    <message>
        <source>References</source>
        <translation>Literaturverzeichnis</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Whole manuscript</source>
        <translation>Ganzes Manuskript</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>von Ihnen</translation>
    </message>
    <message>
        <source>checking…</source>
        <translation>wird geprüft…</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>weicht ab</translation>
    </message>
    <message>
        <source>in library</source>
        <translation>vorhanden</translation>
    </message>
    <message>
        <source>no problems</source>
        <translation>keine Mängel</translation>
    </message>
</context>
<context>
    <name>OutlinePane</name>
    <message numerus="yes">
        <source>%Ln cited</source>
        <translation>
            <numerusform>%Ln belegt</numerusform>
            <numerusform>%Ln belegt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln gap(s)</source>
        <translation>
            <numerusform>%Ln Lücke</numerusform>
            <numerusform>%Ln Lücken</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for gaps…</source>
        <translation>Lücken werden gesucht…</translation>
    </message>
    <message>
        <source>Show dismissed gaps again and include them when you step through the gaps</source>
        <translation>Sätze markieren, die nach eigener Angabe keinen Beleg brauchen, und auf dem Weg durch die Lücken anlaufen, um sie wiederzufinden</translation>
    </message>
    <message>
        <source>Show dismissed ({dismissed})</source>
        <translation>Verworfene zeigen ({dismissed})</translation>
    </message>
</context>
<context>
    <name>OutlineView</name>
    <message>
        <source>Outline of the manuscript</source>
        <translation>Gliederung des Manuskripts</translation>
    </message>
</context>
<context>
    <name>PageBar</name>
    <message numerus="yes">
        <source>%Ln gap(s)</source>
        <translation>
            <numerusform>%Ln Lücke</numerusform>
            <numerusform>%Ln Lücken</numerusform>
        </translation>
    </message>
    <message>
        <source>Fit width</source>
        <translation>Seitenbreite</translation>
    </message>
    <message>
        <source>Gap 88 of 88 Page 88 of 88 100% Fit width</source>
        <translation>Lücke 88 von 88 Seite 88 von 88 100 % Seitenbreite</translation>
    </message>
    <message>
        <source>Gap {number} of {count}</source>
        <translation>Lücke {number} von {count}</translation>
    </message>
    <message>
        <source>Gaps are only recognised in English</source>
        <translation>Lücken werden nur im Englischen erkannt</translation>
    </message>
    <message>
        <source>Larger (Ctrl++)</source>
        <translation>Größer (Strg++)</translation>
    </message>
    <message>
        <source>Let the pages fill the width (Ctrl+0)</source>
        <translation>Seiten an die Breite anpassen (Strg+0)</translation>
    </message>
    <message>
        <source>Looking for gaps…</source>
        <translation>Lücken werden gesucht…</translation>
    </message>
    <message>
        <source>Next gap (Alt+Down)</source>
        <translation>Nächste Lücke (Alt+Ab)</translation>
    </message>
    <message>
        <source>No gaps</source>
        <translation>Keine Lücken</translation>
    </message>
    <message>
        <source>No gaps in the text that was read</source>
        <translation>Keine Lücken im Gelesenen</translation>
    </message>
    <message>
        <source>No sentence seems to lack a citation</source>
        <translation>Keinem Satz scheint ein Beleg zu fehlen</translation>
    </message>
    <message>
        <source>Page {label} ({number} of {pages})</source>
        <translation>Seite {label} ({number} von {pages})</translation>
    </message>
    <message>
        <source>Page {number} of {pages}</source>
        <translation>Seite {number} von {pages}</translation>
    </message>
    <message>
        <source>Parts of the text were not read: gaps in them are missing here</source>
        <translation>Teile des Textes wurden nicht gelesen: Lücken darin fehlen hier</translation>
    </message>
    <message>
        <source>Previous gap (Alt+Up)</source>
        <translation>Vorige Lücke (Alt+Auf)</translation>
    </message>
    <message>
        <source>Smaller (Ctrl+-)</source>
        <translation>Kleiner (Strg+-)</translation>
    </message>
</context>
<context>
    <name>PageSource</name>
    <message>
        <source>Check that the file exists and that you have permission to read it.</source>
        <translation>Prüfen, ob die Datei noch da ist und gelesen werden darf.</translation>
    </message>
    <message>
        <source>“{name}” could not be read: it has no pages.</source>
        <translation>„{name}“ ließ sich nicht lesen: Es hat keine Seiten.</translation>
    </message>
    <message>
        <source>“{name}” could not be read: it is damaged or not a PDF.</source>
        <translation>„{name}“ ließ sich nicht lesen: Es ist beschädigt oder kein PDF.</translation>
    </message>
    <message>
        <source>“{name}” could not be read: {reason}.</source>
        <translation>„{name}“ ließ sich nicht lesen: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” is protected by a password.</source>
        <translation>„{name}“ ist mit einem Passwort geschützt.</translation>
    </message>
</context>
<context>
    <name>PageTools</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Open in the system&apos;s viewer</source>
        <translation>Im PDF-Programm des Systems öffnen</translation>
    </message>
    <message>
        <source>Recommend for the selected text</source>
        <translation>Für den markierten Text empfehlen</translation>
    </message>
    <message>
        <source>Search in the text…</source>
        <translation>Im Text suchen…</translation>
    </message>
    <message>
        <source>Search the library for the text</source>
        <translation>Text in der Bibliothek suchen</translation>
    </message>
    <message>
        <source>Search the library for “{0}”</source>
        <translation>„{0}“ in der Bibliothek suchen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles markieren</translation>
    </message>
    <message>
        <source>Select some text first.</source>
        <translation>Zuerst Text markieren.</translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>Manuscript pages</source>
        <translation>Seiten des Manuskripts</translation>
    </message>
    <message>
        <source>No sentence selected. Up and Down go from gap to gap.</source>
        <translation>Kein Satz gewählt. Auf und Ab gehen von Lücke zu Lücke.</translation>
    </message>
    <message>
        <source>Sentence {number} of {total}, {state}: {text}</source>
        <translation>Satz {number} von {total}, {state}: {text}</translation>
    </message>
</context>
<context>
    <name>PaperActions</name>
    <message>
        <source>Copied {text}</source>
        <translation>Kopiert: {text}</translation>
    </message>
    <message>
        <source>Copy citation key</source>
        <translation>Zitierschlüssel kopieren</translation>
    </message>
    <message>
        <source>Copy cite command</source>
        <translation>Zitierbefehl kopieren</translation>
    </message>
    <message>
        <source>Open PDF</source>
        <translation>PDF öffnen</translation>
    </message>
    <message>
        <source>This paper has no PDF. Add one in the library.</source>
        <translation>Diese Arbeit hat kein PDF. Fügen Sie in der Bibliothek eines hinzu.</translation>
    </message>
</context>
<context>
    <name>PaperDetails</name>
    <message>
        <source>(no title)</source>
        <translation>(ohne Titel)</translation>
    </message>
    <message>
        <source>About this record</source>
        <translation>Über diesen Datensatz</translation>
    </message>
    <message>
        <source>Abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>Add a PDF…</source>
        <translation>PDF hinzufügen…</translation>
    </message>
    <message>
        <source>Citations</source>
        <translation>Zitate</translation>
    </message>
    <message>
        <source>Cited by your papers as</source>
        <translation>Von Ihren Arbeiten zitiert als</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>Corrected</source>
        <translation>Berichtigt</translation>
    </message>
    <message>
        <source>DOI</source>
        <translation>DOI</translation>
    </message>
    <message>
        <source>Details of the paper</source>
        <translation>Einzelheiten der Arbeit</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Expression of concern</source>
        <translation>Bedenkenerklärung (Expression of Concern)</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Found in its full text</source>
        <translation>Im Volltext gefunden</translation>
    </message>
    <message>
        <source>Full text: set aside. {0}</source>
        <translation>Volltext: zurückgestellt. {0}</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Stichwörter</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>None in the library.</source>
        <translation>Keine in der Bibliothek.</translation>
    </message>
    <message>
        <source>Other keys</source>
        <translation>Weitere Schlüssel</translation>
    </message>
    <message>
        <source>Read the notice</source>
        <translation>Mitteilung lesen</translation>
    </message>
    <message>
        <source>Reinstated</source>
        <translation>Wieder gültig</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Retracted</source>
        <translation>Zurückgezogen</translation>
    </message>
    <message>
        <source>Select a paper to read its abstract here.</source>
        <translation>Eine Arbeit wählen, um hier ihren Abstract zu lesen.</translation>
    </message>
    <message>
        <source>Show all {0}</source>
        <translation>Alle {0} zeigen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Usually cited with</source>
        <translation>Meist zitiert mit</translation>
    </message>
    <message>
        <source>and {0} more passages</source>
        <translation>und {0} weitere Stellen</translation>
    </message>
    <message>
        <source>arXiv</source>
        <translation>arXiv</translation>
    </message>
    <message>
        <source>by 1 paper</source>
        <translation>von 1 Arbeit</translation>
    </message>
    <message>
        <source>by {0} papers</source>
        <translation>von {0} Arbeiten</translation>
    </message>
    <message>
        <source>cited by {0}, cites {1} in this library</source>
        <translation>zitiert von {0}, zitiert {1} in dieser Bibliothek</translation>
    </message>
    <message>
        <source>in 1 sentence</source>
        <translation>in 1 Satz</translation>
    </message>
    <message>
        <source>in {0} sentences</source>
        <translation>in {0} Sätzen</translation>
    </message>
    <message>
        <source>no authors known</source>
        <translation>keine Autoren bekannt</translation>
    </message>
    <message>
        <source>no venue or year</source>
        <translation>weder Zeitschrift noch Jahr bekannt</translation>
    </message>
    <message>
        <source>page {0}</source>
        <translation>Seite {0}</translation>
    </message>
    <message>
        <source>{0} papers are selected.</source>
        <translation>{0} Arbeiten sind gewählt.</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>Autoren</translation>
    </message>
    <message>
        <source>This paper has no PDF.</source>
        <translation>Zu dieser Arbeit gehört kein PDF.</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Full text: could not be indexed. {0}</source>
        <translation>Volltext: konnte nicht indexiert werden. {0}</translation>
    </message>
    <message>
        <source>Full text: indexed</source>
        <translation>Volltext: indexiert</translation>
    </message>
    <message>
        <source>Full text: waiting to be indexed</source>
        <translation>Volltext: wird noch indexiert</translation>
    </message>
</context>
<context>
    <name>PaperField</name>
    <message>
        <source>No paper matches “{typed}”.</source>
        <translation>Keine Arbeit passt zu „{typed}“.</translation>
    </message>
</context>
<context>
    <name>PaperFiles</name>
    <message>
        <source>Add PDFs to the paper</source>
        <translation>PDFs zur Arbeit hinzufügen</translation>
    </message>
    <message>
        <source>Add a PDF…</source>
        <translation>PDF hinzufügen…</translation>
    </message>
    <message>
        <source>“{0}” has no PDF.</source>
        <translation>Zu „{0}“ gehört kein PDF.</translation>
    </message>
    <message>
        <source>PDF files (*.pdf)</source>
        <translation>PDF-Dateien (*.pdf)</translation>
    </message>
    <message>
        <source>“{0}” no longer exists.</source>
        <translation>„{0}“ ist nicht mehr da.</translation>
    </message>
    <message>
        <source>“{0}” no longer belongs to the paper.</source>
        <translation>„{0}“ gehört nicht mehr zu der Arbeit.</translation>
    </message>
</context>
<context>
    <name>PaperModel</name>
    <message>
        <source>(no title)</source>
        <translation>(ohne Titel)</translation>
    </message>
    <message>
        <source>CONCERN: {title}</source>
        <translation>BEDENKEN: {title}</translation>
    </message>
    <message>
        <source>Cited by {0} of your papers</source>
        <translation>Von {0} Ihrer Arbeiten zitiert</translation>
    </message>
    <message>
        <source>RETRACTED: {title}</source>
        <translation>ZURÜCKGEZOGEN: {title}</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>full text could not be read</source>
        <translation>Volltext nicht lesbar</translation>
    </message>
    <message>
        <source>not in the meaning index yet</source>
        <translation>noch nicht im Bedeutungsindex</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>set aside</source>
        <translation>zurückgestellt</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>indexed</source>
        <translation>indexiert</translation>
    </message>
</context>
<context>
    <name>PaperTable</name>
    <message>
        <source>Papers</source>
        <translation>Arbeiten</translation>
    </message>
</context>
<context>
    <name>PassageDialog</name>
    <message>
        <source>&amp;Passage</source>
        <translation>&amp;Textstelle</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>Textstelle</translation>
    </message>
    <message>
        <source>Recommend for text</source>
        <translation>Für Text empfehlen</translation>
    </message>
    <message>
        <source>Recommend papers</source>
        <translation>Arbeiten empfehlen</translation>
    </message>
    <message>
        <source>Type a sentence first</source>
        <translation>Zuerst einen Satz eingeben</translation>
    </message>
    <message>
        <source>Type or paste a sentence, a paragraph or an abstract. Suggestions are made for each sentence of it; nothing leaves this computer.</source>
        <translation>Einen Satz, einen Absatz oder einen Abstract eintippen oder einfügen. Vorschläge gibt es für jeden Satz davon; nichts verlässt diesen Rechner.</translation>
    </message>
</context>
<context>
    <name>PasteDialog</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add papers from text</source>
        <translation>Arbeiten aus Text hinzufügen</translation>
    </message>
    <message>
        <source>Paste here</source>
        <translation>Hier einfügen</translation>
    </message>
    <message>
        <source>Papers as text</source>
        <translation>Text, der Arbeiten nennt</translation>
    </message>
    <message>
        <source>Entries copied from a reference file ({formats}), DOIs and arXiv ids, or a list of references as it is printed. Nothing is looked up online: a DOI alone waits for its record or its PDF.</source>
        <translation>Einträge aus einer Literaturdatei ({formats}), DOIs und arXiv-Nummern oder ein gedrucktes Literaturverzeichnis. Im Netz wird nichts nachgeschlagen: Eine DOI allein wartet auf ihren Eintrag oder ihr PDF.</translation>
    </message>
</context>
<context>
    <name>PdfCanvas</name>
    <message>
        <source>Pages of the PDF</source>
        <translation>Seiten des PDF</translation>
    </message>
</context>
<context>
    <name>PdfDetails</name>
    <message numerus="yes">
        <source>%Ln PDF(s) (seems|seem) to belong to another paper and (was|were) skipped.</source>
        <translation>
            <numerusform>%Ln PDF scheint zu einer anderen Arbeit zu gehören und wurde ausgelassen.</numerusform>
            <numerusform>%Ln PDFs scheinen zu anderen Arbeiten zu gehören und wurden ausgelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more PDF(s) could not be read.</source>
        <translation>
            <numerusform>%Ln weiteres PDF ließ sich nicht lesen.</numerusform>
            <numerusform>%Ln weitere PDFs ließen sich nicht lesen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln paper(s) (has|have) no PDF.</source>
        <translation>
            <numerusform>%Ln Arbeit hat kein PDF.</numerusform>
            <numerusform>%Ln Arbeiten haben kein PDF.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filled in details of %Ln paper(s) from the PDF: {0}.</source>
        <translation>
            <numerusform>Angaben von %Ln Arbeit aus dem PDF ergänzt: {0}.</numerusform>
            <numerusform>Angaben von %Ln Arbeiten aus dem PDF ergänzt: {0}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading details from PDFs</source>
        <translation>Angaben werden aus PDFs gelesen</translation>
    </message>
    <message>
        <source>The PDF has no details that are missing here.</source>
        <translation>Das PDF nennt nichts, was hier fehlt.</translation>
    </message>
</context>
<context>
    <name>PdfTab</name>
    <message>
        <source>({0} of {1})</source>
        <translation>({0} von {1})</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Fit the width (Ctrl+0)</source>
        <translation>An Breite anpassen (Strg+0)</translation>
    </message>
    <message>
        <source>Larger (Ctrl++)</source>
        <translation>Größer (Strg++)</translation>
    </message>
    <message>
        <source>Opening the PDF</source>
        <translation>PDF wird geöffnet</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Smaller (Ctrl+−)</source>
        <translation>Kleiner (Strg+−)</translation>
    </message>
    <message>
        <source>This PDF cannot be shown</source>
        <translation>Dieses PDF lässt sich nicht zeigen</translation>
    </message>
    <message>
        <source>of {0}</source>
        <translation>von {0}</translation>
    </message>
</context>
<context>
    <name>PdfTabs</name>
    <message>
        <source>Close the PDF (Ctrl+W)</source>
        <translation>PDF schließen (Strg+W)</translation>
    </message>
    <message>
        <source>Close “{0}”</source>
        <translation>„{0}“ schließen</translation>
    </message>
    <message>
        <source>Library and open PDFs</source>
        <translation>Bibliothek und offene PDFs</translation>
    </message>
</context>
<context>
    <name>Privacy</name>
    <message>
        <source>Clear the log</source>
        <translation>Protokoll leeren</translation>
    </message>
    <message>
        <source>Download models from a hub</source>
        <translation>Modelle aus einem Verzeichnis im Netz laden</translation>
    </message>
    <message>
        <source>Forget recent commands</source>
        <translation>Letzte Befehle vergessen</translation>
    </message>
    <message>
        <source>Forget recent libraries</source>
        <translation>Letzte Bibliotheken vergessen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Log cleared</source>
        <translation>Protokoll geleert</translation>
    </message>
    <message>
        <source>Downloading models</source>
        <translation>Modelle herunterladen</translation>
    </message>
    <message>
        <source>Allow looking papers up there</source>
        <translation>Nachschlagen dort erlauben</translation>
    </message>
    <message>
        <source>Crossref and OpenAlex answer faster if they have a contact address. Optional.</source>
        <translation>Crossref und OpenAlex antworten schneller, wenn sie wissen, wem sie schreiben können. Bleibt das Feld leer, wird keine gesendet.</translation>
    </message>
    <message>
        <source>E-mail address for look-ups</source>
        <translation>E-Mail-Adresse beim Nachschlagen</translation>
    </message>
    <message>
        <source>File and library names, warnings and failures, but never a sentence of a manuscript. It helps to find out what went wrong.</source>
        <translation>Namen von Dateien und Bibliotheken, Warnungen und Fehler; nie ein Satz eines Manuskripts. Das hilft, Fehlern nachzugehen.</translation>
    </message>
    <message>
        <source>Let plug-ins for Zotero read the library</source>
        <translation>Plug-ins für Zotero die Bibliothek lesen lassen</translation>
    </message>
    <message>
        <source>Let the Zotero Connector save</source>
        <translation>Den Zotero Connector speichern lassen</translation>
    </message>
    <message>
        <source>Look-ups at Crossref</source>
        <translation>Nachschlagen bei Crossref</translation>
    </message>
    <message>
        <source>Look-ups at OpenAlex</source>
        <translation>Nachschlagen bei OpenAlex</translation>
    </message>
    <message>
        <source>Look-ups at arXiv</source>
        <translation>Nachschlagen bei arXiv</translation>
    </message>
    <message>
        <source>Off: Cocite has no way to download models.</source>
        <translation>Aus: Cocite kann keine Modelle herunterladen.</translation>
    </message>
    <message>
        <source>Plug-ins for Zotero</source>
        <translation>Plug-ins für Zotero</translation>
    </message>
    <message>
        <source>Plug-ins for Zotero and Better BibTeX, such as those of Obsidian, Emacs and Pandoc, can read papers, keys, notes and where files are. They use no key, so any program on this computer can read them too. No web page can. Zotero must not run at the same time, because they use its port.</source>
        <translation>Plug-ins für Zotero und Better BibTeX, etwa die von Obsidian, Emacs und Pandoc, können Arbeiten, Schlüssel, Notizen und die Orte der Dateien lesen. Sie kennen kein Zugangskennwort, deshalb kann jedes Programm dieses Computers sie ebenfalls lesen, eine Webseite aber nicht. Zotero darf nicht gleichzeitig laufen, denn sie fragen an seinem Port an.</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privatsphäre</translation>
    </message>
    <message>
        <source>Recent lists</source>
        <translation>Zuletzt benutzt</translation>
    </message>
    <message>
        <source>Show the log…</source>
        <translation>Protokoll zeigen…</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Data sent</source>
        <translation>Was gesendet wird</translation>
    </message>
    <message>
        <source>The same at api.openalex.org, by DOI, arXiv id or title.</source>
        <translation>Dasselbe bei api.openalex.org, nach DOI, arXiv-Nummer oder Titel.</translation>
    </message>
    <message>
        <source>The same at export.arxiv.org, by arXiv id or title. It knows no references.</source>
        <translation>Dasselbe bei export.arxiv.org, nach arXiv-Nummer oder Titel. Literaturangaben kennt arXiv nicht.</translation>
    </message>
    <message>
        <source>When you look a paper up, its DOI, or its title if it has none, is sent to api.crossref.org. Details, abstract and references come back. Nothing is sent by itself.</source>
        <translation>Wenn Sie eine Arbeit nachschlagen, geht ihre DOI, oder ihr Titel, wenn sie keine hat, an api.crossref.org. Zurück kommen Angaben, Abstract und Literaturangaben. Von selbst wird nichts gesendet.</translation>
    </message>
    <message>
        <source>Zotero Connector</source>
        <translation>Zotero Connector</translation>
    </message>
    <message>
        <source>better bibtex json-rpc zotxt obsidian pandoc emacs</source>
        <translation>better bibtex json-rpc zotxt obsidian pandoc emacs</translation>
    </message>
    <message>
        <source>browser firefox chrome edge safari button extension</source>
        <translation>browser firefox chrome edge safari knopf erweiterung</translation>
    </message>
    <message>
        <source>clear delete errors</source>
        <translation>clear delete errors leeren löschen Fehler</translation>
    </message>
    <message>
        <source>email mailto polite</source>
        <translation>Mail Adresse mailto höflich</translation>
    </message>
    <message>
        <source>history clear delete</source>
        <translation>history clear delete Verlauf leeren löschen</translation>
    </message>
    <message>
        <source>hub huggingface internet</source>
        <translation>hub huggingface internet</translation>
    </message>
    <message>
        <source>internet online doi metadata</source>
        <translation>Internet online doi Metadaten</translation>
    </message>
    <message>
        <source>internet online preprint metadata</source>
        <translation>Internet online Preprint Metadaten</translation>
    </message>
    <message>
        <source>network internet telemetry data connection</source>
        <translation>network internet telemetry data connection Netz Daten Verbindung Telemetrie</translation>
    </message>
    <message>
        <source>Models come from folders that you import. The packages that load them run offline, in this program and in the processes it starts.</source>
        <translation>Modelle stammen aus Ordnern, die Sie importieren. Die Pakete, die sie laden, laufen offline, in diesem Programm und in den Prozessen, die es startet.</translation>
    </message>
    <message>
        <source>The open library stays in the list; no files are changed.</source>
        <translation>Die geöffnete Bibliothek bleibt in der Liste, und keine Datei wird verändert.</translation>
    </message>
    <message>
        <source>Editors and assistants can search the open library, ask what to cite, and store your decisions. Only programs on this computer reach it, and only with a key that you alone can read. No web page can.</source>
        <translation>Editoren und Assistenten können in der offenen Bibliothek suchen, fragen, was zu zitieren ist, und Ihre Entscheidungen speichern. Nur Programme dieses Computers erreichen sie, und nur mit einem Schlüssel, den Sie allein lesen können. Keine Webseite kann das.</translation>
    </message>
    <message>
        <source>Let other programs on this computer ask</source>
        <translation>Andere Programme auf diesem Rechner fragen lassen</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere Programme</translation>
    </message>
    <message>
        <source>Address: {url}. The key is in {file}.</source>
        <translation>Die Bibliothek antwortet unter {url}. Der Schlüssel steht in {file}.</translation>
    </message>
    <message>
        <source>service server address port</source>
        <translation>Dienst Server Adresse Port</translation>
    </message>
    <message>
        <source>Editors that know Better BibTeX for Zotero open a picker in this window and insert what you choose there. They use no key, so any program on this computer can open it; it gets nothing but what you choose. No web page can.</source>
        <translation>Editoren, die Better BibTeX für Zotero kennen, öffnen in diesem Fenster eine Auswahl und fügen ein, was Sie dort wählen. Sie kennen keinen Schlüssel, deshalb kann jedes Programm dieses Computers sie öffnen; es bekommt nichts außer dem, was Sie wählen. Keine Webseite kann das.</translation>
    </message>
    <message>
        <source>Let editors open the picker</source>
        <translation>Editoren dürfen die Auswahl öffnen</translation>
    </message>
    <message>
        <source>The button of the Zotero Connector in your browser saves papers and PDFs into the open library. Any program on this computer and any extension of Firefox or Safari could add papers in the same way. No web page can. Zotero must not run at the same time, because the Connector uses its port.</source>
        <translation>Der Knopf des Zotero Connector in Ihrem Browser speichert Arbeiten und PDFs in die geöffnete Bibliothek. Jedes Programm dieses Computers und jede Erweiterung von Firefox oder Safari könnte auf dieselbe Weise Arbeiten hinzufügen, eine Webseite aber nicht. Zotero darf nicht gleichzeitig laufen, denn der Connector fragt an seinem Port an.</translation>
    </message>
    <message>
        <source>Turn on “Other programs” first.</source>
        <translation>Lassen Sie zuerst andere Programme fragen.</translation>
    </message>
    <message>
        <source>Picker for editors</source>
        <translation>Auswahl für Editoren</translation>
    </message>
    <message>
        <source>zotero cite as you write cayw vim emacs</source>
        <translation>zotero zitieren beim schreiben cayw vim emacs</translation>
    </message>
    <message>
        <source>Manuscripts, papers, decisions and models stay on this computer. Cocite collects no statistics and looks for no updates. It opens a connection only when you look a paper up at a service that you allow here.</source>
        <translation>Manuskripte, Arbeiten, Entscheidungen und Modelle bleiben auf diesem Rechner. Cocite sammelt keine Statistik und sucht keine Aktualisierungen. Eine Verbindung öffnet es nur, wenn Sie eine Arbeit bei einem Dienst nachschlagen, den Sie hier erlauben.</translation>
    </message>
    <message>
        <source>Open a library first.</source>
        <translation>Öffnen Sie zuerst eine Bibliothek.</translation>
    </message>
    <message>
        <source>Show what was sent…</source>
        <translation>Zeigen, was gesendet wurde…</translation>
    </message>
</context>
<context>
    <name>Purposes</name>
    <message>
        <source>About {minutes} minutes on two processor cores.</source>
        <translation>Etwa {minutes} Minuten auf zwei Prozessorkernen.</translation>
    </message>
</context>
<context>
    <name>QuickLook</name>
    <message>
        <source>Abstract</source>
        <translation>Abstract</translation>
    </message>
    <message>
        <source>Quick look</source>
        <translation>Schnellansicht</translation>
    </message>
    <message>
        <source>Show the abstract instead of the PDF (A)</source>
        <translation>Abstract statt des PDFs zeigen (A)</translation>
    </message>
    <message>
        <source>Up and Down: other papers · Escape closes</source>
        <translation>Auf und Ab: andere Arbeiten · Esc schließt</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Was der Eintrag sagt</translation>
    </message>
    <message>
        <source>This paper has no PDF.</source>
        <translation>Zu dieser Arbeit gehört kein PDF.</translation>
    </message>
</context>
<context>
    <name>ReadingPanel</name>
    <message>
        <source>Back to the suggestions (Esc)</source>
        <translation>Zurück zu den Vorschlägen (Esc)</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
</context>
<context>
    <name>RecipeCard</name>
    <message>
        <source>The corpus has too little training data for this.</source>
        <translation>Der Korpus hat zu wenig von dem, woraus es lernt.</translation>
    </message>
    <message>
        <source>Training data: {level}</source>
        <translation>Trainingsdaten dafür: {level}</translation>
    </message>
    <message>
        <source>“Measure the first steps” below shows how long it takes on this GPU.</source>
        <translation>„Erste Schritte messen“ weiter unten zeigt, wie lange es auf dieser GPU dauert.</translation>
    </message>
    <message>
        <source>Method: {name}</source>
        <translation>Methode: {name}</translation>
    </message>
</context>
<context>
    <name>RecipeStep</name>
    <message>
        <source>&amp;Advanced: every setting</source>
        <translation>&amp;Erweitert: alle Einstellungen</translation>
    </message>
    <message>
        <source>&amp;Name of the new model</source>
        <translation>&amp;Name des neuen Modells</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>&amp;Voreinstellung</translation>
    </message>
    <message>
        <source>&amp;Start from</source>
        <translation>&amp;Ausgangsmodell</translation>
    </message>
    <message>
        <source>As published for papers of ACL: takes days without a GPU</source>
        <translation>Wie für die ACL veröffentlicht: dauert ohne GPU Tage</translation>
    </message>
    <message>
        <source>As published: takes days without a GPU</source>
        <translation>Wie veröffentlicht: ohne GPU mehrere Tage</translation>
    </message>
    <message>
        <source>Standard: for a GPU</source>
        <translation>Standard: für eine GPU</translation>
    </message>
    <message>
        <source>generated from recipe and base model</source>
        <translation>aus Rezept und Ausgangsmodell gebildet</translation>
    </message>
    <message>
        <source>Choose a recipe first.</source>
        <translation>Zuerst ein Rezept wählen.</translation>
    </message>
    <message>
        <source>Loading the recipes…</source>
        <translation>Rezepte werden geladen…</translation>
    </message>
    <message>
        <source>Model name: {problem}.</source>
        <translation>Name des Modells: {problem}.</translation>
    </message>
    <message>
        <source>Queries only: papers keep their vectors</source>
        <translation>Nur Anfragen: Arbeiten behalten ihre Vektoren</translation>
    </message>
    <message>
        <source>Small: about a quarter of an hour on a processor</source>
        <translation>Klein: etwa eine Viertelstunde auf einem Prozessor</translation>
    </message>
    <message>
        <source>Purpose of the model</source>
        <translation>Worin soll das Modell gut sein?</translation>
    </message>
    <message>
        <source>An installed model, or the folder of any encoder</source>
        <translation>Ein installiertes Modell oder der Ordner eines Encoders</translation>
    </message>
</context>
<context>
    <name>Recommendation</name>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>&amp;Gap threshold</source>
        <translation>&amp;Lücken ab</translation>
    </message>
    <message>
        <source>Conte&amp;xt</source>
        <translation>&amp;Kontext</translation>
    </message>
    <message>
        <source>How sure Cocite must be that a sentence needs a citation before the sentence is marked as a gap.</source>
        <translation>Wie sicher Cocite sein muss, dass ein Satz einen Beleg braucht, bevor er als Lücke markiert wird.</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>Empfehlung</translation>
    </message>
    <message>
        <source>&amp;Reranking time</source>
        <translation>&amp;Zeit zum Umordnen</translation>
    </message>
    <message>
        <source>How long a reranker, if one is in use, may take to put the best papers for a sentence in a better order. In more time it reads more papers.</source>
        <translation>Wie lange ein Reranker, falls einer in Gebrauch ist, brauchen darf, um die besten Arbeiten zu einem Satz besser zu ordnen. In mehr Zeit liest er mehr Arbeiten.</translation>
    </message>
    <message>
        <source>How much of the manuscript the search uses besides the sentence. New manuscripts start with this; each has a slider of its own.</source>
        <translation>Wie viel vom Manuskript die Suche außer dem Satz nutzt. Neue Manuskripte beginnen damit; jedes hat einen eigenen Regler.</translation>
    </message>
    <message>
        <source>Strength of suggestions</source>
        <translation>Stärke der Vorschläge</translation>
    </message>
    <message>
        <source>The probability that an author would cite the paper here. On other manuscripts at least seven in ten strong suggestions were cited and about four in ten plausible ones. These limits cannot be changed.</source>
        <translation>Die Wahrscheinlichkeit, dass ein Autor die Arbeit hier zitieren würde. In anderen Manuskripten wurden mindestens sieben von zehn starken und etwa vier von zehn plausiblen Vorschlägen zitiert. Diese Grenzen lassen sich nicht ändern.</translation>
    </message>
    <message>
        <source>breadth slider</source>
        <translation>breadth slider Breite Regler</translation>
    </message>
    <message>
        <source>fewer gaps</source>
        <translation>weniger Lücken</translation>
    </message>
    <message>
        <source>more gaps</source>
        <translation>mehr Lücken</translation>
    </message>
    <message>
        <source>rerank reranker budget time milliseconds</source>
        <translation>rerank reranker budget time milliseconds Zeit Millisekunden</translation>
    </message>
    <message>
        <source>strong from {0} %,  plausible from {1} %,  weak below</source>
        <translation>stark ab {0} %,  plausibel ab {1} %,  darunter schwach</translation>
    </message>
    <message>
        <source>this sentence</source>
        <translation>dieser Satz</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>threshold Schwelle</translation>
    </message>
    <message>
        <source>whole manuscript</source>
        <translation>ganzes Manuskript</translation>
    </message>
</context>
<context>
    <name>ReferenceLinks</name>
    <message>
        <source>Looking up {name}</source>
        <translation>{name} wird nachgeschlagen</translation>
    </message>
</context>
<context>
    <name>ReferencePanel</name>
    <message>
        <source>Add to library</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>An entry of the reference list</source>
        <translation>Ein Eintrag des Literaturverzeichnisses</translation>
    </message>
    <message>
        <source>As recognised by Cocite</source>
        <translation>Wie Cocite es las</translation>
    </message>
    <message>
        <source>Authors</source>
        <translation>Autoren</translation>
    </message>
    <message>
        <source>Back to automatic</source>
        <translation>Wieder automatisch</translation>
    </message>
    <message>
        <source>Adding it to your library…</source>
        <translation>Wird in die Bibliothek aufgenommen…</translation>
    </message>
    <message>
        <source>Choose the matching paper in your library</source>
        <translation>Die Arbeit der Bibliothek wählen, die gemeint ist</translation>
    </message>
    <message>
        <source>Cited in</source>
        <translation>Zitiert in</translation>
    </message>
    <message numerus="yes">
        <source>Cited in %Ln sentence(s)</source>
        <translation>
            <numerusform>Zitiert in %Ln Satz</numerusform>
            <numerusform>Zitiert in %Ln Sätzen</numerusform>
        </translation>
    </message>
    <message>
        <source>Details of the entry</source>
        <translation>Einzelheiten des Eintrags</translation>
    </message>
    <message>
        <source>In your library</source>
        <translation>In der Bibliothek</translation>
    </message>
    <message>
        <source>It is being added.</source>
        <translation>Der Eintrag wird gerade aufgenommen.</translation>
    </message>
    <message>
        <source>It is in your library.</source>
        <translation>Ist in der Bibliothek.</translation>
    </message>
    <message>
        <source>It is not linked to a paper.</source>
        <translation>Der Eintrag ist mit keiner Arbeit verknüpft.</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>Link…</source>
        <translation>Verknüpfen…</translation>
    </message>
    <message>
        <source>Add this entry to your library</source>
        <translation>Aus diesem Eintrag eine Arbeit der Bibliothek machen</translation>
    </message>
    <message>
        <source>No sentence cites this entry.</source>
        <translation>Kein Satz zitiert diesen Eintrag.</translation>
    </message>
    <message>
        <source>No title was recognised in this entry.</source>
        <translation>In diesem Eintrag wurde kein Titel erkannt.</translation>
    </message>
    <message>
        <source>Not found in your library</source>
        <translation>Nicht in der Bibliothek gefunden</translation>
    </message>
    <message>
        <source>Marked as not in your library</source>
        <translation>Nach eigener Angabe nicht in der Bibliothek</translation>
    </message>
    <message>
        <source>Not this paper</source>
        <translation>Nicht diese Arbeit</translation>
    </message>
    <message>
        <source>Open paper</source>
        <translation>Arbeit öffnen</translation>
    </message>
    <message>
        <source>Paper in your library</source>
        <translation>Arbeit in der Bibliothek</translation>
    </message>
    <message>
        <source>Perhaps in your library</source>
        <translation>Vielleicht in der Bibliothek</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Reference [{label}]</source>
        <translation>Eintrag [{label}]</translation>
    </message>
    <message>
        <source>Show on page</source>
        <translation>Auf der Seite zeigen</translation>
    </message>
    <message>
        <source>Show the paper in your library</source>
        <translation>Die Arbeit in der Bibliothek zeigen</translation>
    </message>
    <message>
        <source>Show where the entry is printed</source>
        <translation>Zeigen, wo der Eintrag gedruckt steht</translation>
    </message>
    <message>
        <source>Remember that the entry is not this paper</source>
        <translation>Der Eintrag ist nicht die verknüpfte Arbeit; das wird gemerkt</translation>
    </message>
    <message>
        <source>This library is open for reading only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Venue</source>
        <translation>Erschienen in</translation>
    </message>
    <message>
        <source>The position of the entry is unknown.</source>
        <translation>Wo er gedruckt steht, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Year</source>
        <translation>Jahr</translation>
    </message>
    <message>
        <source>not recognised</source>
        <translation>nicht erkannt</translation>
    </message>
    <message>
        <source>Add all missing…</source>
        <translation>Alle fehlenden aufnehmen…</translation>
    </message>
    <message>
        <source>Every reference leads to a paper.</source>
        <translation>Jede Angabe führt zu einer Arbeit.</translation>
    </message>
    <message>
        <source>See which references lead to no paper of your library, and add them</source>
        <translation>Angaben ansehen und aufnehmen, die zu keiner Arbeit der Bibliothek führen</translation>
    </message>
    <message>
        <source>You have not changed this entry.</source>
        <translation>An diesem Eintrag wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Discard your choice and use the paper that Cocite finds</source>
        <translation>Ihre Angabe zu diesem Eintrag vergessen und verwenden, was Cocite findet</translation>
    </message>
    <message>
        <source>Looking it up online…</source>
        <translation>Wird im Netz nachgeschlagen …</translation>
    </message>
    <message>
        <source>Look the entry up online, and add the paper with all its details</source>
        <translation>Den Eintrag im Netz nachschlagen und die Arbeit mit allen Angaben hinzufügen</translation>
    </message>
    <message>
        <source>Look up online…</source>
        <translation>Im Netz nachschlagen…</translation>
    </message>
</context>
<context>
    <name>ReferenceWords</name>
    <message numerus="yes">
        <source>%Ln citation(s) in the text without an entry in the list</source>
        <translation>
            <numerusform>%Ln Zitat im Text ohne Eintrag im Verzeichnis</numerusform>
            <numerusform>%Ln Zitate im Text ohne Eintrag im Verzeichnis</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entr(y differs|ies differ)</source>
        <translation>
            <numerusform>%Ln Eintrag weicht ab</numerusform>
            <numerusform>%Ln Einträge weichen ab</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entr(y|ies)</source>
        <translation>
            <numerusform>%Ln Eintrag</numerusform>
            <numerusform>%Ln Einträge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entr(y|ies) not found in your library</source>
        <translation>
            <numerusform>%Ln Eintrag nicht in der Bibliothek gefunden</numerusform>
            <numerusform>%Ln Einträge nicht in der Bibliothek gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in library</source>
        <translation>
            <numerusform>%Ln in der Bibliothek</numerusform>
            <numerusform>%Ln in der Bibliothek</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not checked</source>
        <translation>
            <numerusform>%Ln nicht geprüft</numerusform>
            <numerusform>%Ln nicht geprüft</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln problem(s)</source>
        <translation>
            <numerusform>%Ln Problem</numerusform>
            <numerusform>%Ln Probleme</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unresolved</source>
        <translation>
            <numerusform>%Ln offen</numerusform>
            <numerusform>%Ln offen</numerusform>
        </translation>
    </message>
    <message>
        <source>, and </source>
        <translation>, und </translation>
    </message>
    <message>
        <source>Add an entry, or correct the citation.</source>
        <translation>Eintrag ergänzen oder Zitat berichtigen.</translation>
    </message>
    <message>
        <source>Check whether your sentence still holds; cite another paper, or say in the text that it was retracted.</source>
        <translation>Prüfen Sie, ob Ihr Satz noch stimmt; zitieren Sie eine andere Arbeit oder sagen Sie im Text, dass sie zurückgezogen wurde.</translation>
    </message>
    <message>
        <source>Cite the entry, or remove it.</source>
        <translation>Den Eintrag zitieren oder streichen.</translation>
    </message>
    <message>
        <source>Cited but not in the list</source>
        <translation>Zitiert, aber nicht im Verzeichnis</translation>
    </message>
    <message>
        <source>Compare with the publication; correct the entry.</source>
        <translation>Vergleichen Sie mit der Veröffentlichung; berichtigen Sie den Eintrag.</translation>
    </message>
    <message>
        <source>Correct the DOI or the title, or cite the right paper.</source>
        <translation>DOI oder Titel berichtigen; oder die falsche Arbeit ist zitiert.</translation>
    </message>
    <message>
        <source>Correct the entry, or the paper in your library.</source>
        <translation>Korrigieren Sie den Eintrag oder die Arbeit in Ihrer Bibliothek.</translation>
    </message>
    <message>
        <source>Corrected ({about})</source>
        <translation>Berichtigt ({about})</translation>
    </message>
    <message>
        <source>Could not be checked</source>
        <translation>Konnte nicht geprüft werden</translation>
    </message>
    <message>
        <source>Different in your library</source>
        <translation>Anders in Ihrer Bibliothek</translation>
    </message>
    <message>
        <source>Different online</source>
        <translation>Anders online</translation>
    </message>
    <message>
        <source>Entries whose DOI belongs to another paper</source>
        <translation>Einträge, deren DOI zu einer anderen Arbeit gehört</translation>
    </message>
    <message>
        <source>Every citation leads to an entry, every entry is cited, and none is listed twice.</source>
        <translation>Jedes Zitat führt zu einem Eintrag, jeder Eintrag wird zitiert, und keiner steht zweimal da.</translation>
    </message>
    <message>
        <source>Expression of concern ({about})</source>
        <translation>Bedenkenerklärung ({about})</translation>
    </message>
    <message>
        <source>Keep one entry and let the citations lead to it.</source>
        <translation>Einen Eintrag behalten und die Zitate dorthin führen.</translation>
    </message>
    <message>
        <source>Listed but never cited</source>
        <translation>Verzeichnet, aber nie zitiert</translation>
    </message>
    <message>
        <source>Listed twice</source>
        <translation>Doppelt verzeichnet</translation>
    </message>
    <message>
        <source>Not compared</source>
        <translation>Nicht verglichen</translation>
    </message>
    <message>
        <source>Retracted ({about})</source>
        <translation>Zurückgezogen ({about})</translation>
    </message>
    <message>
        <source>Same in your library</source>
        <translation>Gleich in Ihrer Bibliothek</translation>
    </message>
    <message>
        <source>Same in your library or online</source>
        <translation>Gleich in Ihrer Bibliothek oder online</translation>
    </message>
    <message>
        <source>Same online</source>
        <translation>Gleich online</translation>
    </message>
    <message>
        <source>{field}: “{entry}”, at {source} “{library}”</source>
        <translation>{field}: „{entry}“, bei {source} „{library}“</translation>
    </message>
    <message>
        <source>{field}: “{entry}”, in your library “{library}”</source>
        <translation>{field}: „{entry}“, in Ihrer Bibliothek „{library}“</translation>
    </message>
    <message>
        <source>Check these places in the manuscript yourself.</source>
        <translation>Diese Stellen im Manuskript selbst nachsehen.</translation>
    </message>
    <message>
        <source>No reference list was found, so the citations could not be checked against it.</source>
        <translation>Es wurde kein Literaturverzeichnis gefunden, die Zitate ließen sich also nicht damit abgleichen.</translation>
    </message>
    <message>
        <source>Reference audit</source>
        <translation>Literaturprüfung</translation>
    </message>
    <message>
        <source>Reference audit of “{title}”</source>
        <translation>Literaturprüfung von „{title}“</translation>
    </message>
    <message>
        <source>Retracted, or under an expression of concern</source>
        <translation>Zurückgezogen oder mit Bedenkenerklärung</translation>
    </message>
    <message>
        <source>Unresolved: {entries}.</source>
        <translation>Offen: {entries}.</translation>
    </message>
    <message>
        <source>found by its DOI</source>
        <translation>an der DOI erkannt</translation>
    </message>
    <message>
        <source>found by its arXiv number</source>
        <translation>an der arXiv-Nummer erkannt</translation>
    </message>
    <message>
        <source>less similar</source>
        <translation>weniger ähnlich</translation>
    </message>
    <message>
        <source>similar</source>
        <translation>ähnlich</translation>
    </message>
    <message>
        <source>probably; please check</source>
        <translation>wahrscheinlich, bitte prüfen</translation>
    </message>
    <message>
        <source>Different in your library or online</source>
        <translation>Anders in Ihrer Bibliothek oder online</translation>
    </message>
    <message>
        <source>same title</source>
        <translation>gleicher Titel</translation>
    </message>
    <message>
        <source>your setting</source>
        <translation>von Ihnen festgelegt</translation>
    </message>
    <message>
        <source>very similar</source>
        <translation>sehr ähnlich</translation>
    </message>
    <message numerus="yes">
        <source>{entries}, of which %Ln (is a paper|are papers) of your library.</source>
        <translation>
            <numerusform>{entries}, davon %Ln eine Arbeit der Bibliothek.</numerusform>
            <numerusform>{entries}, davon %Ln Arbeiten der Bibliothek.</numerusform>
        </translation>
    </message>
    <message>
        <source>No problems: every citation leads to an entry, every entry is cited, and none is listed twice.</source>
        <translation>Keine Mängel: Jedes Zitat führt zu einem Eintrag, jeder Eintrag ist zitiert, keiner ist doppelt verzeichnet.</translation>
    </message>
    <message>
        <source>Cited only in tables, captions or footnotes</source>
        <translation>Nur in Tabellen, Bildunterschriften oder Fußnoten zitiert</translation>
    </message>
    <message>
        <source>No change is needed if this is intended.</source>
        <translation>Nichts zu verbessern, wenn es so gemeint ist.</translation>
    </message>
</context>
<context>
    <name>RefusedRow</name>
    <message>
        <source>Not suggested here any more: “{0}”</source>
        <translation>Wird hier nicht mehr vorgeschlagen: „{0}“</translation>
    </message>
    <message>
        <source>Suggest again</source>
        <translation>Wieder vorschlagen</translation>
    </message>
</context>
<context>
    <name>RestoreDialog</name>
    <message numerus="yes">
        <source>%Ln paper(s)</source>
        <translation>
            <numerusform>%Ln Arbeit</numerusform>
            <numerusform>%Ln Arbeiten</numerusform>
        </translation>
    </message>
    <message>
        <source>Complete backup ({0}), with the texts of PDFs and the vectors of the meaning index.</source>
        <translation>Vollständige Sicherung ({0}), mit den Texten der PDFs und den Vektoren des Bedeutungsindex.</translation>
    </message>
    <message>
        <source>Records stored beside the database: everything you had entered by then. PDF texts and vectors are created again afterwards.</source>
        <translation>Neben der Datenbank gespeicherte Einträge: alles, was Sie bis dahin eingegeben hatten. Texte aus PDFs und Vektoren werden danach neu erzeugt.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore the library</source>
        <translation>Bibliothek wiederherstellen</translation>
    </message>
    <message>
        <source>This library cannot be opened</source>
        <translation>Diese Bibliothek lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>What can be restored</source>
        <translation>Was sich wiederherstellen lässt</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>{problem}

Choose what to put in its place. What is there now is kept beside it, with the date, in the folder “kept-aside”.</source>
        <translation>{problem}

Was an ihre Stelle treten soll, ist zu wählen. Was jetzt da ist, bleibt daneben, mit Datum, im Ordner „kept-aside“.</translation>
    </message>
    <message>
        <source>Damaged backup ({0}); it cannot be restored.</source>
        <translation>Beschädigte Sicherung ({0}); sie lässt sich nicht wiederherstellen.</translation>
    </message>
    <message>
        <source>It was made before an upgrade.</source>
        <translation>Sie entstand vor einer Aktualisierung.</translation>
    </message>
    <message>
        <source>Later changes are missing.</source>
        <translation>Was später geändert wurde, fehlt.</translation>
    </message>
    <message>
        <source>{0} (the newest)</source>
        <translation>{0} (die neueste)</translation>
    </message>
</context>
<context>
    <name>RunView</name>
    <message>
        <source>&amp;All models</source>
        <translation>&amp;Alle Modelle</translation>
    </message>
    <message>
        <source>&amp;Judge the model</source>
        <translation>Modell &amp;beurteilen</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>Continues at step {step} of {steps} ({share})</source>
        <translation>Macht bei Schritt {step} von {steps} weiter ({share})</translation>
    </message>
    <message>
        <source>Ends the training now; the best state so far becomes the model</source>
        <translation>Beendet das Training jetzt; der bisher beste Stand wird zum Modell</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird gesucht…</translation>
    </message>
    <message>
        <source>New training…</source>
        <translation>Neues Training…</translation>
    </message>
    <message>
        <source>No checkpoint yet: training starts again at step 1</source>
        <translation>Es gibt noch keinen Checkpoint: Das Training beginnt wieder bei Schritt 1</translation>
    </message>
    <message>
        <source>Progress of the training</source>
        <translation>Fortschritt des Trainings</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>Fo&amp;rtsetzen</translation>
    </message>
    <message>
        <source>Stop and &amp;keep</source>
        <translation>Beenden und &amp;behalten</translation>
    </message>
    <message>
        <source>Stops after saving a checkpoint; you can resume at any time</source>
        <translation>Hält binnen eines Schritts mit einem Checkpoint an; lässt sich jederzeit fortsetzen</translation>
    </message>
    <message>
        <source>Nothing to keep before the first step</source>
        <translation>Vor dem ersten Schritt gibt es nichts zu behalten</translation>
    </message>
    <message>
        <source>corpus {folder}</source>
        <translation>Korpus {folder}</translation>
    </message>
    <message>
        <source>on {device}</source>
        <translation>auf {device}</translation>
    </message>
    <message>
        <source>then it is evaluated</source>
        <translation>danach wird gemessen</translation>
    </message>
    <message>
        <source>{scores} (best)</source>
        <translation>{scores} (am besten)</translation>
    </message>
    <message>
        <source>{speed} examples per second</source>
        <translation>{speed} Beispiele je Sekunde</translation>
    </message>
    <message>
        <source>{stage}, step {step}: {scores}</source>
        <translation>{stage}, Schritt {step}: {scores}</translation>
    </message>
    <message>
        <source>{stage}: checkpoint at step {step}</source>
        <translation>{stage}: Checkpoint bei Schritt {step}</translation>
    </message>
    <message>
        <source>{stage}: {steps} steps of {batch} examples on {device}, {trained} of {parameters} parameters trained, {precision}</source>
        <translation>{stage}: {steps} Schritte zu {batch} Beispielen auf {device}, {trained} von {parameters} Parametern trainiert, {precision}</translation>
    </message>
    <message>
        <source>Peak memory {memory}</source>
        <translation>höchstens {memory} Arbeitsspeicher belegt</translation>
    </message>
    <message>
        <source>Peak GPU memory {memory}</source>
        <translation>höchstens {memory} Speicher der GPU belegt</translation>
    </message>
    <message>
        <source>learning from the library</source>
        <translation>lernt aus der Bibliothek</translation>
    </message>
</context>
<context>
    <name>RunWatch</name>
    <message>
        <source>Training “{model}”</source>
        <translation>Training von „{model}“</translation>
    </message>
    <message>
        <source>steps of the training</source>
        <translation>Schritte des Trainings</translation>
    </message>
    <message>
        <source>stopped, best state kept</source>
        <translation>angehalten, bester Stand behalten</translation>
    </message>
</context>
<context>
    <name>RunsView</name>
    <message>
        <source>&amp;Delete…</source>
        <translation>&amp;Löschen…</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Curves, log and judgement</source>
        <translation>Kurven, Protokoll und Urteil</translation>
    </message>
    <message>
        <source>Delete it from this computer</source>
        <translation>Von diesem Rechner löschen</translation>
    </message>
    <message>
        <source>Delete this training with its checkpoints and its model?</source>
        <translation>Dieses Training mit Zwischenständen und Modell löschen?</translation>
    </message>
    <message>
        <source>Delete training</source>
        <translation>Training löschen</translation>
    </message>
    <message>
        <source>It is still running; pause it first.</source>
        <translation>Es läuft noch; zuerst anhalten.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>No trainings yet. A training creates a new model from your citations.</source>
        <translation>Noch keine. Ein Training lernt aus Ihren Zitaten und macht ein neues Modell.</translation>
    </message>
    <message>
        <source>R@10</source>
        <translation>R@10</translation>
    </message>
    <message>
        <source>R@10 of the base model</source>
        <translation>R@10 des Ausgangsmodells</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Select a training first.</source>
        <translation>Zuerst ein Training wählen.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>The training was deleted.</source>
        <translation>Das Training wurde gelöscht.</translation>
    </message>
    <message>
        <source>This frees {size}. If its model was installed, the installed copy stays.</source>
        <translation>Das gibt {size} frei. Wurde das Modell installiert, bleibt die installierte Kopie.</translation>
    </message>
    <message>
        <source>Trainings</source>
        <translation>Trainings</translation>
    </message>
</context>
<context>
    <name>SafetyManager</name>
    <message>
        <source>Deleted 1 paper that had been in the Trash for {0} days.</source>
        <translation>1 Arbeit gelöscht, die {0} Tage im Papierkorb lag.</translation>
    </message>
    <message>
        <source>Deleted {0} papers that had been in the Trash for {1} days.</source>
        <translation>{0} Arbeiten gelöscht, die {1} Tage im Papierkorb lagen.</translation>
    </message>
    <message>
        <source>Keeping the library safe</source>
        <translation>Bibliothek wird gesichert</translation>
    </message>
    <message>
        <source>Open for reading only</source>
        <translation>Nur zum Lesen öffnen</translation>
    </message>
    <message>
        <source>Restoring the library</source>
        <translation>Bibliothek wird wiederhergestellt</translation>
    </message>
</context>
<context>
    <name>SearchHelp</name>
    <message>
        <source>-survey</source>
        <translation>-überblick</translation>
    </message>
    <message>
        <source>Search the library (Ctrl+F)</source>
        <translation>Die Bibliothek durchsuchen (Strg+F)</translation>
    </message>
    <message>
        <source>a citation key; also doi: and arxiv:</source>
        <translation>ein Zitierschlüssel; auch doi: und arxiv:</translation>
    </message>
    <message>
        <source>an author; also title:, venue:, keyword:, tag:, collection:</source>
        <translation>jemand, der sie geschrieben hat; auch titel:, zeitschrift:, stichwort:, schlagwort:, sammlung:</translation>
    </message>
    <message>
        <source>author:noether</source>
        <translation>autor:noether</translation>
    </message>
    <message>
        <source>graph walks</source>
        <translation>graph pfade</translation>
    </message>
    <message>
        <source>key:noether1921</source>
        <translation>key:noether1921</translation>
    </message>
    <message>
        <source>papers with both words</source>
        <translation>Arbeiten mit beiden Wörtern</translation>
    </message>
    <message>
        <source>these words beside one another</source>
        <translation>diese Wörter nebeneinander</translation>
    </message>
    <message>
        <source>without this word</source>
        <translation>ohne dieses Wort</translation>
    </message>
    <message>
        <source>year:2019-2022</source>
        <translation>jahr:2019-2022</translation>
    </message>
    <message>
        <source>years; also year:2019, year:2019-, year:&gt;2019</source>
        <translation>Jahre; auch jahr:2019, jahr:2019-, jahr:&gt;2019</translation>
    </message>
    <message>
        <source>“hard negatives”</source>
        <translation>„offene Frage“</translation>
    </message>
</context>
<context>
    <name>SeedList</name>
    <message>
        <source>No starting papers yet. Add papers to find similar ones, or papers that results should not resemble.</source>
        <translation>Noch keine Ausgangsarbeiten. Hier stehen die Arbeiten, deren Nachbarn Sie suchen, und solche, denen die Nachbarn nicht gleichen sollen.</translation>
    </message>
    <message>
        <source>Starting papers</source>
        <translation>Ausgangsarbeiten</translation>
    </message>
</context>
<context>
    <name>SeedModel</name>
    <message>
        <source>Unlike: {title}</source>
        <translation>Nicht: {title}</translation>
    </message>
</context>
<context>
    <name>SeedPane</name>
    <message>
        <source>Add a paper by its title</source>
        <translation>Arbeit nach Titel hinzufügen</translation>
    </message>
    <message>
        <source>Similar to</source>
        <translation>Ähnlich zu</translation>
    </message>
</context>
<context>
    <name>SentDialog</name>
    <message>
        <source>Clear the list</source>
        <translation>Liste leeren</translation>
    </message>
    <message>
        <source>Every request of this program to another computer, the latest first. Each is listed before it is sent.</source>
        <translation>Jede Anfrage dieses Programms an einen anderen Rechner, die neueste zuerst. Jede wird aufgelistet, bevor sie gesendet wird.</translation>
    </message>
    <message>
        <source>Also deletes the stored answers</source>
        <translation>Vergisst auch die aufbewahrten Antworten</translation>
    </message>
    <message>
        <source>Nothing sent</source>
        <translation>Nichts gesendet</translation>
    </message>
    <message>
        <source>Sent requests</source>
        <translation>Was gesendet wurde</translation>
    </message>
</context>
<context>
    <name>SentModel</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Sent to</source>
        <translation>Gesendet an</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
</context>
<context>
    <name>SentenceMenu</name>
    <message>
        <source>Needs a citation after all</source>
        <translation>Braucht doch einen Beleg</translation>
    </message>
    <message>
        <source>Not needed here</source>
        <translation>Hier nicht nötig</translation>
    </message>
    <message>
        <source>Show {shown}</source>
        <translation>{shown} zeigen</translation>
    </message>
    <message>
        <source>This library is open for reading only.</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>This sentence is not marked as a gap.</source>
        <translation>Dieser Satz ist nicht als Lücke markiert.</translation>
    </message>
</context>
<context>
    <name>SentenceWords</name>
    <message>
        <source>Cites</source>
        <translation>Zitiert</translation>
    </message>
    <message>
        <source>Has a citation</source>
        <translation>Hat einen Beleg</translation>
    </message>
    <message>
        <source>Marked as not needing a citation</source>
        <translation>Braucht nach eigener Angabe keinen Beleg</translation>
    </message>
    <message>
        <source>Select it to see what it could cite</source>
        <translation>Auswählen, um zu sehen, was er zitieren könnte</translation>
    </message>
    <message>
        <source>To cite: {titles}</source>
        <translation>Zu zitieren: {titles}</translation>
    </message>
    <message>
        <source>in your library</source>
        <translation>in der Bibliothek</translation>
    </message>
    <message>
        <source>not in your library</source>
        <translation>nicht in der Bibliothek</translation>
    </message>
    <message>
        <source>“{part}” is not in the reference list</source>
        <translation>„{part}“ führt zu keinem Eintrag des Verzeichnisses</translation>
    </message>
    <message>
        <source>Needs a citation ({need} certain) and has none</source>
        <translation>Braucht einen Beleg (zu {need} sicher) und hat keinen</translation>
    </message>
</context>
<context>
    <name>SetRow</name>
    <message>
        <source>Beside {beside}</source>
        <translation>Neben {beside}</translation>
    </message>
    <message>
        <source>Cite these {count}</source>
        <translation>Diese {count} zitieren</translation>
    </message>
    <message>
        <source>Cite this one</source>
        <translation>Diese zitieren</translation>
    </message>
    <message>
        <source>Cite together</source>
        <translation>Zusammen zitieren</translation>
    </message>
    <message>
        <source>All papers of the set are excluded</source>
        <translation>Alle Arbeiten der Gruppe sind ausgelassen</translation>
    </message>
    <message>
        <source>Add them to the list to cite, as one citation</source>
        <translation>Auf die Zitierliste setzen, als ein Zitat</translation>
    </message>
    <message>
        <source>Next set</source>
        <translation>Nächste Gruppe</translation>
    </message>
    <message>
        <source>Next set of papers to cite together</source>
        <translation>Nächste Gruppe gemeinsam zu zitierender Arbeiten</translation>
    </message>
    <message>
        <source>Click to include or exclude it</source>
        <translation>Drücken lässt sie aus oder nimmt sie auf</translation>
    </message>
    <message>
        <source>Usually cited with {papers}</source>
        <translation>Meist zitiert mit {papers}</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
</context>
<context>
    <name>SettingsForm</name>
    <message>
        <source>Default: {value}</source>
        <translation>Vorgabe: {value}</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>Examples and loss</source>
        <translation>Beispiele und Verlust</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Measuring and checkpoints</source>
        <translation>Messungen und Sicherungen</translation>
    </message>
    <message>
        <source>Pretraining</source>
        <translation>Vortraining</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Computer</translation>
    </message>
    <message>
        <source>What is trained</source>
        <translation>Was trainiert wird</translation>
    </message>
</context>
<context>
    <name>SettingsPanel</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>No matching setting</source>
        <translation>Keine passende Einstellung</translation>
    </message>
    <message>
        <source>Search in settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
</context>
<context>
    <name>ShareBar</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>plausible</source>
        <translation>plausibel</translation>
    </message>
    <message>
        <source>strong</source>
        <translation>stark</translation>
    </message>
    <message>
        <source>weak</source>
        <translation>schwach</translation>
    </message>
</context>
<context>
    <name>ShelfView</name>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren…</translation>
    </message>
    <message>
        <source>&amp;Measure all</source>
        <translation>Alle &amp;messen</translation>
    </message>
    <message>
        <source>&amp;New model…</source>
        <translation>&amp;Neues Modell…</translation>
    </message>
    <message>
        <source>&amp;Use this model</source>
        <translation>Dieses Modell &amp;verwenden</translation>
    </message>
    <message>
        <source>A reranker only puts suggestions in order.</source>
        <translation>Ein Reranker ordnet nur die Vorschläge.</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Dimension</source>
        <translation>Dimension</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>Ex&amp;portieren…</translation>
    </message>
    <message>
        <source>Export the model to</source>
        <translation>Modell exportieren nach</translation>
    </message>
    <message>
        <source>Exporting “{model}”</source>
        <translation>„{model}“ wird exportiert</translation>
    </message>
    <message>
        <source>Found of 100</source>
        <translation>Gefunden von 100</translation>
    </message>
    <message>
        <source>Go &amp;back</source>
        <translation>&amp;Zurückgehen</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Zurückgehen</translation>
    </message>
    <message>
        <source>Going back to “{model}”</source>
        <translation>„{model}“ wird wieder verwendet</translation>
    </message>
    <message>
        <source>Import a model folder</source>
        <translation>Modellordner importieren</translation>
    </message>
    <message>
        <source>Importing a model</source>
        <translation>Modell wird importiert</translation>
    </message>
    <message>
        <source>Installed models</source>
        <translation>Installierte Modelle</translation>
    </message>
    <message>
        <source>It is used wherever no other model is.</source>
        <translation>Es antwortet überall, wo kein anderes Modell antwortet.</translation>
    </message>
    <message>
        <source>It comes with Cocite.</source>
        <translation>Es gehört zu Cocite.</translation>
    </message>
    <message>
        <source>Train on citing sentences and decisions that are new to the model in use</source>
        <translation>Aus zitierenden Sätzen und Entscheidungen lernen, die das verwendete Modell nicht kennt</translation>
    </message>
    <message>
        <source>Switching back to the model for sentences</source>
        <translation>Dem Modell der Sätze überlassen</translation>
    </message>
    <message>
        <source>Use it alongside the model for sentences, with its own vectors</source>
        <translation>Es neben dem Modell der Sätze antworten lassen, mit eigenen Vektoren</translation>
    </message>
    <message>
        <source>Manuscripts in other languages</source>
        <translation>Manuskripte in anderen Sprachen</translation>
    </message>
    <message>
        <source>Measuring the models on your citations</source>
        <translation>Modelle werden an Ihren Zitaten gemessen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>No other model was in use before.</source>
        <translation>Vorher war kein anderes Modell in Gebrauch.</translation>
    </message>
    <message>
        <source>No reranker is in use now.</source>
        <translation>Jetzt ist kein Reranker in Gebrauch.</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Rezept</translation>
    </message>
    <message>
        <source>Remove model</source>
        <translation>Modell entfernen</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Select a model first.</source>
        <translation>Zuerst ein Modell wählen.</translation>
    </message>
    <message>
        <source>Similar papers and the map</source>
        <translation>Ähnliche Arbeiten und die Karte</translation>
    </message>
    <message>
        <source>Train &amp;again…</source>
        <translation>&amp;Erneut trainieren…</translation>
    </message>
    <message>
        <source>Undo it</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Taking “{model}” into use</source>
        <translation>„{model}“ wird in Gebrauch genommen</translation>
    </message>
    <message>
        <source>The model in use cannot be trained further.</source>
        <translation>Das verwendete Modell wurde nicht auf eine Weise trainiert, die sich fortsetzen lässt.</translation>
    </message>
    <message>
        <source>The model was written to {folder}.</source>
        <translation>Das Modell liegt jetzt in {folder}.</translation>
    </message>
    <message>
        <source>The current model is used until it is ready</source>
        <translation>Bis es bereit ist, antwortet das bisherige</translation>
    </message>
    <message>
        <source>This model is in use already.</source>
        <translation>Dieses Modell ist schon in Gebrauch.</translation>
    </message>
    <message>
        <source>Train a &amp;new model…</source>
        <translation>&amp;Neues Modell trainieren…</translation>
    </message>
    <message>
        <source>Train again with what was &amp;added…</source>
        <translation>Weitertrainieren mit &amp;Neuem…</translation>
    </message>
    <message>
        <source>Use another model first.</source>
        <translation>Zuerst ein anderes Modell verwenden.</translation>
    </message>
    <message>
        <source>Use it also for</source>
        <translation>Auch verwenden für</translation>
    </message>
    <message>
        <source>Use no reranker</source>
        <translation>Keinen Reranker verwenden</translation>
    </message>
    <message>
        <source>Use “{model}” again</source>
        <translation>„{model}“ wieder verwenden</translation>
    </message>
    <message>
        <source>Export it to a folder that others can import</source>
        <translation>In einen Ordner schreiben, den andere importieren können</translation>
    </message>
    <message>
        <source>“{model}” is in use now.</source>
        <translation>„{model}“ ist jetzt in Gebrauch.</translation>
    </message>
    <message>
        <source>“{model}” is used for {place} now.</source>
        <translation>„{model}“ wird jetzt für {place} verwendet.</translation>
    </message>
    <message>
        <source>“{model}” was removed.</source>
        <translation>„{model}“ wurde entfernt.</translation>
    </message>
    <message numerus="yes">
        <source>All models were measured on %Ln citing sentence(s).</source>
        <translation>
            <numerusform>Alle Modelle wurden an %Ln zitierenden Satz gemessen.</numerusform>
            <numerusform>Alle Modelle wurden an %Ln zitierenden Sätzen gemessen.</numerusform>
        </translation>
    </message>
    <message>
        <source>In use for</source>
        <translation>Verwendet für</translation>
    </message>
    <message>
        <source>Its files are deleted. Export it first if you may need it again.</source>
        <translation>Seine Dateien werden gelöscht. Wird es vielleicht noch gebraucht, zuerst exportieren.</translation>
    </message>
    <message>
        <source>Remove the model “{model}”?</source>
        <translation>Das Modell „{model}“ entfernen?</translation>
    </message>
    <message>
        <source>With fewer than {count}, differences are not meaningful.</source>
        <translation>Bei weniger als {count} sagen Unterschiede wenig.</translation>
    </message>
    <message>
        <source>How many of 100 cited papers are among the first ten results</source>
        <translation>So viele von 100 zitierten Arbeiten stehen unter den ersten zehn, die es findet</translation>
    </message>
    <message>
        <source>Delete the model from this computer</source>
        <translation>Das Modell von diesem Rechner löschen</translation>
    </message>
    <message>
        <source>The model “{name}” is installed.</source>
        <translation>Das Modell „{name}“ ist installiert.</translation>
    </message>
</context>
<context>
    <name>ShortcutModel</name>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Chosen by you; by default {0}</source>
        <translation>Selbst gewählt; vorgegeben ist {0}</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Actions and their keys</source>
        <translation>Aktionen und ihre Tasten</translation>
    </message>
    <message>
        <source>Choose an action and press its new keys. Actions of a page answer while the page is in front; those of the library are listed while one is open.</source>
        <translation>Eine Aktion wählen und ihre neuen Tasten drücken. Aktionen einer Seite wirken, solange sie vorn ist; die der Bibliothek stehen hier, solange eine geöffnet ist.</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Change shortcuts…</source>
        <translation>Tastenkürzel ändern…</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
</context>
<context>
    <name>SideBySide</name>
    <message>
        <source>By citations</source>
        <translation>Nach Zitaten</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>Nach Bedeutung</translation>
    </message>
    <message>
        <source>By words</source>
        <translation>Nach Wörtern</translation>
    </message>
    <message>
        <source>No citations between these papers</source>
        <translation>Keine Zitate zwischen diesen Arbeiten</translation>
    </message>
    <message>
        <source>No paper shares words with the starting papers.</source>
        <translation>Keine Arbeit teilt Wörter mit den Ausgangsarbeiten.</translation>
    </message>
    <message>
        <source>No results by meaning: the meaning index is empty.</source>
        <translation>Nichts nach Bedeutung: Der Bedeutungsindex ist leer.</translation>
    </message>
</context>
<context>
    <name>SidePane</name>
    <message>
        <source>Show in library</source>
        <translation>In der Bibliothek zeigen</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>All papers</source>
        <translation>Alle Arbeiten</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Dubletten</translation>
    </message>
    <message>
        <source>Not indexed</source>
        <translation>Nicht indexiert</translation>
    </message>
    <message>
        <source>Recently added</source>
        <translation>Neu hinzugefügt</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Gespeicherte Suchen</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Sections of the library</source>
        <translation>Bereiche der Bibliothek</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>Unfiled</source>
        <translation>Nicht eingeordnet</translation>
    </message>
    <message>
        <source>Without abstract</source>
        <translation>Ohne Abstract</translation>
    </message>
    <message>
        <source>{0} papers</source>
        <translation>{0} Arbeiten</translation>
    </message>
    <message>
        <source>{0} not in the meaning index, {1} with a full text that could not be read</source>
        <translation>{0} nicht im Bedeutungsindex, {1} mit nicht lesbarem Volltext</translation>
    </message>
</context>
<context>
    <name>SidebarActions</name>
    <message>
        <source>Add to collection</source>
        <translation>Zur Sammlung hinzufügen</translation>
    </message>
    <message>
        <source>Choose a collection, a tag or a saved search first.</source>
        <translation>Zuerst eine Sammlung, ein Schlagwort oder eine gespeicherte Suche wählen.</translation>
    </message>
    <message>
        <source>Create collection</source>
        <translation>Sammlung anlegen</translation>
    </message>
    <message>
        <source>Create tag</source>
        <translation>Schlagwort anlegen</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Name:</translation>
    </message>
    <message>
        <source>New collection</source>
        <translation>Neue Sammlung</translation>
    </message>
    <message>
        <source>New collection…</source>
        <translation>Neue Sammlung…</translation>
    </message>
    <message>
        <source>New tag</source>
        <translation>Neues Schlagwort</translation>
    </message>
    <message>
        <source>New tag…</source>
        <translation>Neues Schlagwort…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove from “{0}”</source>
        <translation>Aus „{0}“ entfernen</translation>
    </message>
    <message>
        <source>Removed “{0}”; its papers stay in the library.</source>
        <translation>„{0}“ entfernt; die Arbeiten bleiben in der Bibliothek.</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Save search</source>
        <translation>Suche speichern</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Schlagwort</translation>
    </message>
</context>
<context>
    <name>SimilarPage</name>
    <message>
        <source>1 neighbour</source>
        <translation>1 Nachbar</translation>
    </message>
    <message>
        <source>Add to collection…</source>
        <translation>Zur Sammlung hinzufügen…</translation>
    </message>
    <message>
        <source>Also like this</source>
        <translation>Auch ähnlich zu</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Not like this</source>
        <translation>Nicht ähnlich zu</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird gesucht…</translation>
    </message>
    <message>
        <source>No similar papers in the library yet.</source>
        <translation>Keine Nachbarn: Noch ist nichts in der Bibliothek diesen Arbeiten nahe.</translation>
    </message>
    <message>
        <source>Nothing to go forward to</source>
        <translation>Nichts, zu dem es weitergeht</translation>
    </message>
    <message>
        <source>Nothing to go back to</source>
        <translation>Nichts, zu dem es zurückgeht</translation>
    </message>
    <message>
        <source>Remove starting paper</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Select a neighbour first.</source>
        <translation>Zuerst einen Nachbarn wählen.</translation>
    </message>
    <message>
        <source>Select a paper first.</source>
        <translation>Zuerst eine Arbeit wählen.</translation>
    </message>
    <message>
        <source>Select a starting paper first.</source>
        <translation>Zuerst eine Ausgangsarbeit wählen.</translation>
    </message>
    <message>
        <source>Show in library</source>
        <translation>In der Bibliothek zeigen</translation>
    </message>
    <message>
        <source>Show the map of the library</source>
        <translation>Karte der Bibliothek zeigen</translation>
    </message>
    <message>
        <source>Similar to this</source>
        <translation>Ähnlich zu dieser</translation>
    </message>
    <message>
        <source>No starting papers yet. Choose “Find similar papers” for a paper in the library first.</source>
        <translation>Noch kein Ausgangspunkt: zuerst zu einer Arbeit der Bibliothek ähnliche suchen.</translation>
    </message>
    <message>
        <source>This paper</source>
        <translation>Diese Arbeit</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>{count} neighbours</source>
        <translation>{count} Nachbarn</translation>
    </message>
    <message>
        <source>Add a paper by its title</source>
        <translation>Arbeit nach Titel hinzufügen</translation>
    </message>
    <message>
        <source>No neighbours of these years.</source>
        <translation>Keine Nachbarn aus diesen Jahren.</translation>
    </message>
    <message>
        <source>The last starting paper cannot be removed.</source>
        <translation>Die letzte Ausgangsarbeit bleibt: Sonst gäbe es nichts zu vergleichen.</translation>
    </message>
</context>
<context>
    <name>SourceModel</name>
    <message>
        <source>Abstracts</source>
        <translation>Abstracts</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Citations</source>
        <translation>Zitate</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>Mitteilungen</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message numerus="yes">
        <source>%Ln paper(s)</source>
        <translation>
            <numerusform>%Ln Arbeit</numerusform>
            <numerusform>%Ln Arbeiten</numerusform>
        </translation>
    </message>
    <message>
        <source>keyword index ✓</source>
        <translation>Wortindex ✓</translation>
    </message>
    <message>
        <source>keyword index: updating…</source>
        <translation>Wortindex: wird aktualisiert…</translation>
    </message>
    <message>
        <source>meaning index ✓</source>
        <translation>Bedeutungsindex ✓</translation>
    </message>
    <message>
        <source>meaning index: empty</source>
        <translation>Bedeutungsindex: leer</translation>
    </message>
    <message>
        <source>meaning index: waiting for the model</source>
        <translation>Bedeutungsindex: wartet auf das Modell</translation>
    </message>
    <message>
        <source>meaning index: {have} of {of}</source>
        <translation>Bedeutungsindex: {have} von {of}</translation>
    </message>
    <message>
        <source>model could not be loaded</source>
        <translation>Modell ließ sich nicht laden</translation>
    </message>
    <message>
        <source>model loading…</source>
        <translation>Modell wird geladen…</translation>
    </message>
    <message>
        <source>model “{model}”</source>
        <translation>Modell „{model}“</translation>
    </message>
    <message>
        <source>no model loaded</source>
        <translation>kein Modell geladen</translation>
    </message>
    <message>
        <source>The keyword index finds papers that use the same words, the meaning index papers that say the same in other words.</source>
        <translation>Der Wortindex findet Arbeiten mit denselben Wörtern, der Bedeutungsindex solche, die dasselbe mit anderen Wörtern sagen.</translation>
    </message>
    <message>
        <source>The model behind the search by meaning; see the page Models.</source>
        <translation>Das Modell hinter der Suche nach Bedeutung; siehe die Seite „Modelle“.</translation>
    </message>
</context>
<context>
    <name>SuggestionCard</name>
    <message>
        <source>Cite</source>
        <translation>Zitieren</translation>
    </message>
    <message>
        <source>Do not suggest it for this sentence again (Delete)</source>
        <translation>Für diesen Satz nicht wieder vorschlagen (Entf)</translation>
    </message>
    <message>
        <source>Fold the reasons</source>
        <translation>Gründe einklappen</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More actions for this paper</source>
        <translation>Mehr zu dieser Arbeit</translation>
    </message>
    <message>
        <source>Not this</source>
        <translation>Nicht diese</translation>
    </message>
    <message>
        <source>On the list</source>
        <translation>Auf der Liste</translation>
    </message>
    <message>
        <source>Open the paper cited in: {}</source>
        <translation>Arbeit öffnen: {}</translation>
    </message>
    <message>
        <source>Add it to the list to cite, or remove it (Return)</source>
        <translation>Auf die Zitierliste setzen oder davon nehmen (Eingabe)</translation>
    </message>
    <message>
        <source>Show in library</source>
        <translation>In der Bibliothek zeigen</translation>
    </message>
    <message>
        <source>Show papers like this one</source>
        <translation>Arbeiten wie diese zeigen</translation>
    </message>
    <message>
        <source>Show what it says on p. {}</source>
        <translation>Zeigen, was sie auf S. {} sagt</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>Unfold the reasons</source>
        <translation>Gründe ausklappen</translation>
    </message>
    <message>
        <source>Quick look</source>
        <translation>Schnellansicht</translation>
    </message>
    <message>
        <source>Quick look at the paper (Space)</source>
        <translation>Schnellansicht der Arbeit (Leertaste)</translation>
    </message>
    <message>
        <source>Authors cite {confidence} of suggestions like this (score {score:.3g})</source>
        <translation>Ein Autor zitiert {confidence} solcher Vorschläge (Wert {score:.3g})</translation>
    </message>
</context>
<context>
    <name>SuggestionList</name>
    <message>
        <source>Suggested papers</source>
        <translation>Vorgeschlagene Arbeiten</translation>
    </message>
</context>
<context>
    <name>SuggestionModel</name>
    <message>
        <source>No authors or year known</source>
        <translation>Weder Autoren noch Jahr bekannt</translation>
    </message>
    <message>
        <source>another version of “{title}”</source>
        <translation>andere Fassung von „{title}“</translation>
    </message>
    <message>
        <source>cited elsewhere in the manuscript</source>
        <translation>anderswo im Manuskript zitiert</translation>
    </message>
    <message>
        <source>cited here</source>
        <translation>hier zitiert</translation>
    </message>
    <message>
        <source>et al.</source>
        <translation>et al.</translation>
    </message>
    <message>
        <source>plausible</source>
        <translation>plausibel</translation>
    </message>
    <message>
        <source>strong</source>
        <translation>stark</translation>
    </message>
    <message>
        <source>weak</source>
        <translation>schwach</translation>
    </message>
    <message>
        <source>concern</source>
        <translation>Bedenken</translation>
    </message>
    <message>
        <source>other version</source>
        <translation>andere Fassung</translation>
    </message>
    <message>
        <source>retracted</source>
        <translation>zurückgezogen</translation>
    </message>
    <message>
        <source>there are concerns about this paper ({about})</source>
        <translation>gegen diese Arbeit bestehen Bedenken ({about})</translation>
    </message>
    <message>
        <source>this paper was retracted ({about})</source>
        <translation>diese Arbeit wurde zurückgezogen ({about})</translation>
    </message>
</context>
<context>
    <name>SuggestionPanel</name>
    <message numerus="yes">
        <source>%Ln paper(s) to cite here</source>
        <translation>
            <numerusform>%Ln Arbeit hier zu zitieren</numerusform>
            <numerusform>%Ln Arbeiten hier zu zitieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Cites {markers}</source>
        <translation>Zitiert {markers}</translation>
    </message>
    <message>
        <source>For the selected sentence</source>
        <translation>Zum gewählten Satz</translation>
    </message>
    <message>
        <source>Go to the first gap</source>
        <translation>Zur ersten Lücke</translation>
    </message>
    <message>
        <source>Import papers…</source>
        <translation>Arbeiten importieren…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new paper(s)</source>
        <translation>
            <numerusform>%Ln neue Arbeit</numerusform>
            <numerusform>%Ln neue Arbeiten</numerusform>
        </translation>
    </message>
    <message>
        <source>Gaps are only recognised in English: most are missed here.</source>
        <translation>Lücken werden nur im Englischen erkannt: Hier fehlen die meisten.</translation>
    </message>
    <message>
        <source>Looking for papers</source>
        <translation>Arbeiten werden gesucht</translation>
    </message>
    <message>
        <source>Looking for papers…</source>
        <translation>Arbeiten werden gesucht…</translation>
    </message>
    <message>
        <source>Needs a citation</source>
        <translation>Braucht einen Beleg</translation>
    </message>
    <message>
        <source>No text was found in this manuscript, so there are no sentences to suggest papers for.</source>
        <translation>In diesem Manuskript wurde kein Fließtext gefunden; es gibt keine Sätze, für die sich Arbeiten vorschlagen ließen.</translation>
    </message>
    <message>
        <source>No gaps found. “More gaps” above the outline shows less certain ones.</source>
        <translation>Keinem Satz scheint ein Beleg zu fehlen; „Mehr“ über der Gliederung zeigt schwächere.</translation>
    </message>
    <message>
        <source>No sentence selected</source>
        <translation>Kein Satz gewählt</translation>
    </message>
    <message>
        <source>Not needed here</source>
        <translation>Hier nicht nötig</translation>
    </message>
    <message>
        <source>Nothing convincing: none of your papers is a good match for this sentence. The nearest ones are listed below.</source>
        <translation>Nichts Überzeugendes: Keine der Arbeiten passt gut zu diesem Satz. Die nächsten stehen darunter.</translation>
    </message>
    <message>
        <source>Only keywords so far. Suggestions will be complete when indexing ends.</source>
        <translation>Bisher nur Suchwörter. Die Vorschläge sind vollständig, sobald die Indizes fertig sind.</translation>
    </message>
    <message>
        <source>Your library has nothing related to this sentence.</source>
        <translation>Nichts in der Bibliothek hat etwas damit gemein.</translation>
    </message>
    <message>
        <source>Nothing new is convincing: a paper you cite already fits better. The nearest new ones are listed below.</source>
        <translation>Nichts Neues überzeugt: Eine bereits zitierte Arbeit passt besser. Die nächsten neuen stehen darunter.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln hidden</source>
        <translation>
            <numerusform>%Ln ausgeblendet</numerusform>
            <numerusform>%Ln ausgeblendet</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose years, collection and types</source>
        <translation>Jahre, Sammlung und Typen wählen</translation>
    </message>
    <message>
        <source>Collapse the details</source>
        <translation>Einzelheiten einklappen</translation>
    </message>
    <message>
        <source>Collapse the details of the sentence</source>
        <translation>Einzelheiten des Satzes einklappen</translation>
    </message>
    <message>
        <source>Complete suggestions are ready: choose “{button}”.</source>
        <translation>Die vollständigen Vorschläge sind bereit: Wählen Sie „{button}“.</translation>
    </message>
    <message>
        <source>Expand the details</source>
        <translation>Einzelheiten ausklappen</translation>
    </message>
    <message>
        <source>Filter: {what}</source>
        <translation>Filter: {what}</translation>
    </message>
    <message>
        <source>Filter…</source>
        <translation>Filter…</translation>
    </message>
    <message>
        <source>Not all papers are indexed yet. Suggestions will be complete when indexing ends.</source>
        <translation>Noch nicht alle Arbeiten sind in den Indizes. Die Vorschläge sind vollständig, sobald die Indizes fertig sind.</translation>
    </message>
    <message>
        <source>Nothing convincing among the papers that the filter lets through. The nearest ones are listed below.</source>
        <translation>Nichts Überzeugendes unter den Arbeiten, die der Filter durchlässt. Die nächstliegenden stehen unten.</translation>
    </message>
    <message>
        <source>Only keywords so far: the model is still loading.</source>
        <translation>Vorerst nur nach Wörtern: Das Modell wird noch geladen.</translation>
    </message>
    <message>
        <source>Only keywords: no model is in use.</source>
        <translation>Nur nach Wörtern: Kein Modell ist in Gebrauch.</translation>
    </message>
    <message>
        <source>Only keywords: papers are not indexed by meaning, and indexing is not running.</source>
        <translation>Nur Stichwörter: Die Arbeiten sind nicht nach Bedeutung indexiert, und gerade wird nicht indexiert.</translation>
    </message>
    <message>
        <source>Only keywords: the model could not be loaded.</source>
        <translation>Nur nach Wörtern: Das Modell ließ sich nicht laden.</translation>
    </message>
    <message>
        <source>Only weak suggestions: check whether one of them fits.</source>
        <translation>Nur schwache Vorschläge: Sehen Sie selbst nach, ob einer davon passt.</translation>
    </message>
    <message>
        <source>Parts of the text were not read: gaps in them are missing here.</source>
        <translation>Teile des Textes wurden nicht gelesen: Lücken darin fehlen hier.</translation>
    </message>
    <message>
        <source>Press Down to go from gap to gap.</source>
        <translation>Pfeil nach unten führt von Lücke zu Lücke.</translation>
    </message>
    <message>
        <source>Select a sentence to see which papers of your library it could cite.</source>
        <translation>Einen Satz wählen, um zu sehen, welche Arbeiten der Bibliothek er zitieren könnte.</translation>
    </message>
    <message>
        <source>Show better order</source>
        <translation>Bessere Reihenfolge zeigen</translation>
    </message>
    <message>
        <source>Start indexing</source>
        <translation>Indexierung starten</translation>
    </message>
    <message>
        <source>Suggestions for the selected sentence</source>
        <translation>Vorschläge zum gewählten Satz</translation>
    </message>
    <message>
        <source>Suggestions may be missing: some papers are not indexed, and indexing is not running.</source>
        <translation>Vorschläge können fehlen: Einige Arbeiten sind nicht indexiert, und gerade wird nicht indexiert.</translation>
    </message>
    <message>
        <source>The filter hides every new paper for this sentence.</source>
        <translation>Der Filter blendet alle neuen Arbeiten für diesen Satz aus.</translation>
    </message>
    <message>
        <source>The library or the model has changed since</source>
        <translation>Die Bibliothek oder das Modell hat sich seitdem geändert</translation>
    </message>
    <message>
        <source>The model is still loading. Suggestions will be complete when it is ready.</source>
        <translation>Das Modell wird noch geladen. Danach sind die Vorschläge vollständig.</translation>
    </message>
    <message>
        <source>The pages can be shown but not read, so there are no sentences to suggest papers for. Type or paste a passage instead: “Recommend for text…” (Ctrl+Shift+R).</source>
        <translation>Die Seiten lassen sich zeigen, aber nicht lesen; es gibt also keine Sätze, für die sich Arbeiten vorschlagen ließen. Stattdessen eine Textstelle eintippen oder einfügen: „Für Text empfehlen…“ (Strg+Umschalt+R).</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Your library has no papers yet, so there is nothing to suggest.</source>
        <translation>Die Bibliothek hat noch keine Arbeiten; es gibt nichts vorzuschlagen.</translation>
    </message>
    <message>
        <source>Your library has nothing for this sentence that you do not cite already.</source>
        <translation>Die Bibliothek hat zu diesem Satz nichts, was nicht schon zitiert wird.</translation>
    </message>
    <message>
        <source>A reranker has read each paper together with the sentence</source>
        <translation>Ein Reranker hat jede Arbeit zusammen mit dem Satz gelesen</translation>
    </message>
</context>
<context>
    <name>SuggestionWords</name>
    <message>
        <source>Says (p. {page}): {passage}</source>
        <translation>Sagt (S. {page}): {passage}</translation>
    </message>
    <message>
        <source>Says: {passage}</source>
        <translation>Sagt: {passage}</translation>
    </message>
</context>
<context>
    <name>SurroundingFields</name>
    <message>
        <source>Chapter</source>
        <translation>Kapitel</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Abbildung</translation>
    </message>
    <message>
        <source>Kind of locator</source>
        <translation>Art der Fundstelle</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Locator</source>
        <translation>Fundstelle</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Omit Author</source>
        <translation>Autor weglassen</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Paragraph</source>
        <translation>Absatz</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>Präfix</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Suffix</source>
        <translation>Suffix</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Verse</source>
        <translation>Vers</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Band</translation>
    </message>
</context>
<context>
    <name>Switching</name>
    <message>
        <source>&amp;Use this model</source>
        <translation>Dieses Modell ben&amp;utzen</translation>
    </message>
    <message>
        <source>Use “{model}”?</source>
        <translation>„{model}“ benutzen?</translation>
    </message>
    <message>
        <source>{papers} papers are encoded with it first, which takes about {time}.</source>
        <translation>{papers} Arbeiten werden zuerst damit kodiert; das dauert etwa {time}.</translation>
    </message>
    <message>
        <source>{papers} papers are encoded with it first. The time this takes has not been measured yet.</source>
        <translation>{papers} Arbeiten werden zuerst damit kodiert. Wie lange das dauert, wurde auf diesem Rechner noch nicht gemessen.</translation>
    </message>
    <message>
        <source>Until then “{model}” is used, and afterwards for manuscripts in the languages it knows. The vectors of both are kept, which takes more memory.</source>
        <translation>Bis dahin antwortet „{model}“, danach weiter bei Manuskripten in Sprachen, die es kann. Die Vektoren beider werden behalten, das braucht mehr Speicher.</translation>
    </message>
    <message>
        <source>Until then “{model}” is used, and afterwards still for suggestions. The vectors of both are kept, which takes more memory.</source>
        <translation>Bis dahin antwortet „{model}“, danach weiter darauf, was Sätze zitieren sollten. Die Vektoren beider werden behalten, das braucht mehr Speicher.</translation>
    </message>
    <message>
        <source>Until then “{model}” is used. You can go back at any time without encoding again.</source>
        <translation>Bis dahin antwortet „{model}“. „Zurück“ holt es jederzeit zurück, ohne neu zu kodieren.</translation>
    </message>
</context>
<context>
    <name>Synonyms</name>
    <message>
        <source>add papers directory pdfs</source>
        <translation>hinzufügen einlesen verzeichnis pdfs</translation>
    </message>
    <message>
        <source>add papers pdf bibtex ris zotero load file</source>
        <translation>hinzufügen einlesen laden datei pdf bibtex zotero</translation>
    </message>
    <message>
        <source>appearance colours mode automatic</source>
        <translation>aussehen farben modus automatisch</translation>
    </message>
    <message>
        <source>attach document file</source>
        <translation>anhängen dokument datei</translation>
    </message>
    <message>
        <source>automatic import directory follow</source>
        <translation>automatisch einlesen verzeichnis beobachten</translation>
    </message>
    <message>
        <source>back revert take</source>
        <translation>zurück widerrufen zurücknehmen</translation>
    </message>
    <message>
        <source>bibliography entry csl style clipboard</source>
        <translation>literaturangabe literaturverzeichnis stil zwischenablage</translation>
    </message>
    <message>
        <source>bibtex biblatex latex sync two-way jabref</source>
        <translation>bibtex biblatex latex abgleichen synchron jabref</translation>
    </message>
    <message>
        <source>change correct title author year metadata</source>
        <translation>ändern berichtigen titel autor jahr metadaten</translation>
    </message>
    <message>
        <source>check references errors bibliography</source>
        <translation>literaturangaben prüfen fehler verzeichnis</translation>
    </message>
    <message>
        <source>citation key latex pandoc clipboard</source>
        <translation>zitierschlüssel zitat latex zwischenablage</translation>
    </message>
    <message>
        <source>day mode white appearance colours</source>
        <translation>tag modus weiß aussehen farben</translation>
    </message>
    <message>
        <source>delete remove bin</source>
        <translation>löschen entfernen wegwerfen</translation>
    </message>
    <message>
        <source>demo example tour try</source>
        <translation>demo probe rundgang ausprobieren</translation>
    </message>
    <message>
        <source>doi bibtex clipboard insert add</source>
        <translation>doi bibtex zwischenablage hinzufügen</translation>
    </message>
    <message>
        <source>doi bibtex reference clipboard add type</source>
        <translation>doi bibtex literaturangabe eintippen hinzufügen</translation>
    </message>
    <message>
        <source>double twice same deduplicate merge</source>
        <translation>doppelt duplikate zweimal gleiche zusammenführen</translation>
    </message>
    <message>
        <source>embed encode reindex embeddings</source>
        <translation>kodieren einbetten neu index</translation>
    </message>
    <message>
        <source>encoder start embeddings</source>
        <translation>encoder starten einbettungen</translation>
    </message>
    <message>
        <source>english german locale translation</source>
        <translation>englisch deutsch übersetzung</translation>
    </message>
    <message>
        <source>erase remove permanently</source>
        <translation>löschen entfernen dauerhaft</translation>
    </message>
    <message>
        <source>errors debug report problem crash</source>
        <translation>fehler absturz bericht problem</translation>
    </message>
    <message>
        <source>exit close leave</source>
        <translation>schließen verlassen ende</translation>
    </message>
    <message>
        <source>folder group list</source>
        <translation>ordner gruppe liste</translation>
    </message>
    <message>
        <source>help documentation guide how to</source>
        <translation>hilfe anleitung dokumentation</translation>
    </message>
    <message>
        <source>join duplicates combine same</source>
        <translation>vereinen dubletten duplikate verbinden gleiche</translation>
    </message>
    <message>
        <source>keys keyboard hotkeys help</source>
        <translation>tasten tastatur hilfe</translation>
    </message>
    <message>
        <source>learn fine-tune teach new model recipe</source>
        <translation>lernen anlernen modell rezept training</translation>
    </message>
    <message>
        <source>missing citation sentence down</source>
        <translation>fehlendes zitat satz abwärts</translation>
    </message>
    <message>
        <source>missing citation sentence up</source>
        <translation>fehlendes zitat satz aufwärts</translation>
    </message>
    <message>
        <source>missing literature suggestions all</source>
        <translation>fehlende literatur vorschläge alles</translation>
    </message>
    <message>
        <source>new create switch database folder</source>
        <translation>neu anlegen wechseln ordner datenbank</translation>
    </message>
    <message>
        <source>night mode black appearance colours</source>
        <translation>nacht modus schwarz aussehen farben</translation>
    </message>
    <message>
        <source>paper draft document writing</source>
        <translation>text entwurf dokument schreiben</translation>
    </message>
    <message>
        <source>papers references collection table</source>
        <translation>arbeiten literatur sammlung tabelle</translation>
    </message>
    <message>
        <source>passage sentence type suggestions</source>
        <translation>passage satz eintippen vorschläge</translation>
    </message>
    <message>
        <source>pdf read failed extraction state</source>
        <translation>pdf gelesen fehlgeschlagen stand</translation>
    </message>
    <message>
        <source>pdf word latex draft document</source>
        <translation>pdf word latex entwurf dokument</translation>
    </message>
    <message>
        <source>plot clusters landscape visual overview</source>
        <translation>grafik gruppen landschaft übersicht</translation>
    </message>
    <message>
        <source>preferences options configure</source>
        <translation>optionen einrichten konfiguration</translation>
    </message>
    <message>
        <source>progress tasks report log history background</source>
        <translation>fortschritt aufgaben bericht verlauf hintergrund</translation>
    </message>
    <message>
        <source>read view document show</source>
        <translation>lesen ansehen dokument zeigen</translation>
    </message>
    <message>
        <source>reindex rebuild index search</source>
        <translation>neu index suche</translation>
    </message>
    <message>
        <source>related neighbours like this near</source>
        <translation>verwandt nachbarn nahe wie diese</translation>
    </message>
    <message>
        <source>related neighbours recommend near</source>
        <translation>verwandt nachbarn empfehlen nahe</translation>
    </message>
    <message>
        <source>save bibtex ris csv json write</source>
        <translation>speichern bibtex ris csv json schreiben</translation>
    </message>
    <message>
        <source>search look for author title year</source>
        <translation>suchen autor titel jahr</translation>
    </message>
    <message>
        <source>shelf encoder training reranker</source>
        <translation>regal encoder training</translation>
    </message>
    <message>
        <source>table fields show hide width</source>
        <translation>tabelle felder zeigen verbergen breite</translation>
    </message>
    <message>
        <source>undelete bring back</source>
        <translation>zurückholen</translation>
    </message>
    <message>
        <source>version licence credits</source>
        <translation>version lizenz</translation>
    </message>
    <message>
        <source>why explain unfold details suggestion</source>
        <translation>warum erklären ausklappen Einzelheiten Vorschlag</translation>
    </message>
    <message>
        <source>metadata extract fill complete reload volume pages</source>
        <translation>metadaten auslesen ergänzen vervollständigen band seiten</translation>
    </message>
    <message>
        <source>zotero sync synchronise live watch keep</source>
        <translation>zotero synchronisieren abgleichen laufend</translation>
    </message>
    <message>
        <source>automatic export bib bibtex overleaf latex</source>
        <translation>automatisch exportieren bib bibtex overleaf latex</translation>
    </message>
    <message>
        <source>crossref arxiv online lookup fetch import</source>
        <translation>crossref arxiv online nachschlagen holen importieren</translation>
    </message>
    <message>
        <source>crossref openalex arxiv doi metadata fetch</source>
        <translation>crossref openalex arxiv doi Metadaten holen ergänzen</translation>
    </message>
</context>
<context>
    <name>TakenBar</name>
    <message>
        <source>1 paper chosen</source>
        <translation>1 Arbeit gewählt</translation>
    </message>
    <message>
        <source>Add to collection…</source>
        <translation>Zur Sammlung hinzufügen…</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation>Ähnliche suchen</translation>
    </message>
    <message>
        <source>{count} papers chosen</source>
        <translation>{count} Arbeiten gewählt</translation>
    </message>
</context>
<context>
    <name>ToCite</name>
    <message>
        <source>This sentence is no longer in the manuscript.</source>
        <translation>Dieser Satz steht nicht mehr im Manuskript.</translation>
    </message>
    <message>
        <source>no longer in the manuscript</source>
        <translation>nicht mehr im Manuskript</translation>
    </message>
</context>
<context>
    <name>ToCiteExport</name>
    <message>
        <source>Choose a folder where you have permission to write.</source>
        <translation>Einen Ordner mit Schreibrecht wählen.</translation>
    </message>
    <message>
        <source>Export a marked copy</source>
        <translation>Kopie mit Anmerkungen exportieren</translation>
    </message>
    <message>
        <source>Export the list</source>
        <translation>Liste exportieren</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>Free some space, or choose another folder.</source>
        <translation>Platz schaffen oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Marked manuscript</source>
        <translation>Manuskript mit Anmerkungen</translation>
    </message>
    <message>
        <source>The list to cite is empty</source>
        <translation>Noch nichts steht auf der Zitierliste</translation>
    </message>
    <message>
        <source>Report for co-authors</source>
        <translation>Bericht für Mitautoren</translation>
    </message>
    <message>
        <source>A passage has no .bib file</source>
        <translation>Eine Textstelle hat keine .bib-Datei</translation>
    </message>
    <message>
        <source>Add to the manuscript&apos;s .bib file</source>
        <translation>In die .bib-Datei des Manuskripts aufnehmen</translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln entr(y|ies) to “{name}”.</source>
        <translation>
            <numerusform>%Ln Eintrag zu „{name}“ hinzugefügt.</numerusform>
            <numerusform>%Ln Einträge zu „{name}“ hinzugefügt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy with the citations inserted (Word)</source>
        <translation>Kopie mit eingefügten Zitaten (Word)</translation>
    </message>
    <message>
        <source>Insert citations into a copy</source>
        <translation>Zitate in eine Kopie einfügen</translation>
    </message>
    <message>
        <source>Some sentences were not found: {missed}.</source>
        <translation>Nicht gefundene Sätze: {missed}.</translation>
    </message>
    <message>
        <source>This library is open for reading only</source>
        <translation>Diese Bibliothek ist nur zum Lesen geöffnet</translation>
    </message>
    <message>
        <source>Writing “{0}”</source>
        <translation>„{0}“ wird geschrieben</translation>
    </message>
    <message numerus="yes">
        <source>Wrote %Ln paper(s) to “{name}”.</source>
        <translation>
            <numerusform>%Ln Arbeit nach „{name}“ geschrieben.</numerusform>
            <numerusform>%Ln Arbeiten nach „{name}“ geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Wrote the report to “{name}”.</source>
        <translation>Bericht nach „{name}“ geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>Wrote “{name}” and its chapters with %Ln remark(s).</source>
        <translation>
            <numerusform>„{name}“ und seine Kapitel mit %Ln Anmerkung geschrieben.</numerusform>
            <numerusform>„{name}“ und seine Kapitel mit %Ln Anmerkungen geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wrote “{name}” with %Ln citation(s).</source>
        <translation>
            <numerusform>„{name}“ mit %Ln Zitat geschrieben.</numerusform>
            <numerusform>„{name}“ mit %Ln Zitaten geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wrote “{name}” with %Ln citation(s). Some sentences were not found: {missed}.</source>
        <translation>
            <numerusform>„{name}“ mit %Ln Zitat geschrieben. Einige Sätze wurden nicht gefunden: {missed}.</numerusform>
            <numerusform>„{name}“ mit %Ln Zitaten geschrieben. Einige Sätze wurden nicht gefunden: {missed}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wrote “{name}” with %Ln remark(s).</source>
        <translation>
            <numerusform>„{name}“ mit %Ln Anmerkung geschrieben.</numerusform>
            <numerusform>„{name}“ mit %Ln Anmerkungen geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{name}” could not be written: {reason}.</source>
        <translation>„{name}“ ließ sich nicht schreiben: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” has all of these papers already.</source>
        <translation>„{name}“ enthält alle diese Arbeiten bereits.</translation>
    </message>
</context>
<context>
    <name>ToCitePanel</name>
    <message numerus="yes">
        <source>%Ln decision(s) saved for training</source>
        <translation>
            <numerusform>%Ln Entscheidung zum Lernen</numerusform>
            <numerusform>%Ln Entscheidungen zum Lernen</numerusform>
        </translation>
    </message>
    <message>
        <source>Copied {text}</source>
        <translation>{text} kopiert</translation>
    </message>
    <message>
        <source>Copy cite command</source>
        <translation>Zitierbefehl kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows, or all (Ctrl+K)</source>
        <translation>Kopiert das hier Gewählte, sonst alles (Strg+K)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Hide or show the list</source>
        <translation>Liste ein- oder ausblenden</translation>
    </message>
    <message>
        <source>How cite commands are written</source>
        <translation>Wie Zitierbefehle geschrieben werden</translation>
    </message>
    <message>
        <source>Keys only</source>
        <translation>Nur Schlüssel</translation>
    </message>
    <message>
        <source>The list is empty</source>
        <translation>Noch nichts steht auf der Liste</translation>
    </message>
    <message>
        <source>Nothing to copy: the list to cite is empty.</source>
        <translation>Nichts zu kopieren: Noch steht keine Arbeit auf der Zitierliste.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Select a sentence or a paper of the list first</source>
        <translation>Zuerst einen Satz oder eine Arbeit der Liste wählen</translation>
    </message>
    <message>
        <source>Style of cite commands</source>
        <translation>Stil der Zitierbefehle</translation>
    </message>
    <message>
        <source>Remove the selected rows from the list (Delete)</source>
        <translation>Gewählte Zeilen von der Liste nehmen (Entf)</translation>
    </message>
    <message>
        <source>The papers you cite are listed here, by sentence, and kept.</source>
        <translation>Hier stehen die Arbeiten, die Sie zitieren, nach Sätzen, und bleiben.</translation>
    </message>
    <message>
        <source>To cite ({count})</source>
        <translation>Zu zitieren ({count})</translation>
    </message>
    <message>
        <source>Word or Writer  (…)</source>
        <translation>Word oder Writer  (…)</translation>
    </message>
    <message>
        <source>Write the papers, a report for co-authors, or a marked copy to a file</source>
        <translation>Die Arbeiten, einen Bericht für Mitautoren oder eine Kopie mit Anmerkungen in eine Datei schreiben</translation>
    </message>
    <message>
        <source>{} cited, {} rejected, {} marked as not needing a citation. They are stored in the library and used by trainings.</source>
        <translation>{} zitiert, {} abgelehnt, {} ohne nötigen Beleg. Sie bleiben bei der Bibliothek: Ein Training kann daraus lernen.</translation>
    </message>
</context>
<context>
    <name>ToCiteView</name>
    <message>
        <source>To cite: sentences and the papers chosen for them</source>
        <translation>Zu zitieren: Sätze und die dafür gewählten Arbeiten</translation>
    </message>
</context>
<context>
    <name>Together</name>
    <message>
        <source>Neighbours</source>
        <translation>Nachbarn</translation>
    </message>
</context>
<context>
    <name>Training</name>
    <message>
        <source>Best: {metrics}</source>
        <translation>Am besten: {metrics}</translation>
    </message>
    <message>
        <source>Cited: {papers}</source>
        <translation>Zitiert: {papers}</translation>
    </message>
    <message>
        <source>Knows many languages.</source>
        <translation>Kann viele Sprachen.</translation>
    </message>
    <message>
        <source>Knows {languages}.</source>
        <translation>Kann {languages}.</translation>
    </message>
    <message>
        <source>Intended for {place}.</source>
        <translation>Gemacht für {place}.</translation>
    </message>
    <message>
        <source>Models &amp; training</source>
        <translation>Modelle &amp; Training</translation>
    </message>
    <message numerus="yes">
        <source>On %Ln of your citing sentence(s), BM25 in brackets: {scores}.</source>
        <translation>
            <numerusform>Mit %Ln Ihrer zitierenden Sätze, BM25 in Klammern: {scores}.</numerusform>
            <numerusform>Mit %Ln Ihrer zitierenden Sätze, BM25 in Klammern: {scores}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a library first: models learn from its papers.</source>
        <translation>Zuerst eine Bibliothek öffnen: Modelle lernen aus ihren Arbeiten.</translation>
    </message>
    <message>
        <source>Papers keep the vectors of its base, so using it takes a moment.</source>
        <translation>Die Arbeiten behalten die Vektoren der Basis, der Wechsel dauert also nur einen Augenblick.</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>enough</source>
        <translation>genug</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>little</source>
        <translation>wenig</translation>
    </message>
    <message>
        <source>models training recipes devices GPU CUDA runs judge compare quality installed import export delete encoder reranker</source>
        <translation>Modelle Training Rezepte Geräte Grafikkarte GPU CUDA Läufe beurteilen vergleichen Güte installiert importieren exportieren löschen Encoder Reranker</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>other languages</source>
        <translation>andere Sprachen</translation>
    </message>
    <message>
        <source>passages of evidence</source>
        <translation>Stellen von Belegen</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>preparing…</source>
        <translation>wird vorbereitet…</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>startet…</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>Schritt {step}</translation>
    </message>
    <message>
        <source>step {step} of {steps}</source>
        <translation>Schritt {step} von {steps}</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>hält an…</translation>
    </message>
    <message>
        <source>too little</source>
        <translation>zu wenig</translation>
    </message>
    <message>
        <source>{model} (BM25 {bm25})</source>
        <translation>{model} (BM25 {bm25})</translation>
    </message>
    <message>
        <source>{sign} found {after} of {all} cited papers, before {before}</source>
        <translation>{sign} {after} von {all} zitierten Arbeiten gefunden, vorher {before}</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
    <message>
        <source>stopped at step {step} of {steps}, best state kept</source>
        <translation>bei Schritt {step} von {steps} beendet, bester Stand behalten</translation>
    </message>
    <message>
        <source>rereading</source>
        <translation>erneutes Lesen</translation>
    </message>
    <message>
        <source>sentences</source>
        <translation>Sätze</translation>
    </message>
    <message>
        <source>similar papers</source>
        <translation>ähnliche Arbeiten</translation>
    </message>
    <message>
        <source>{what}: {done} of {total}</source>
        <translation>{what}: {done} von {total}</translation>
    </message>
    <message>
        <source>Average precision within the first ten. 1: all cited papers come before any other.</source>
        <translation>Mittlere Genauigkeit unter den ersten zehn. 1: Alle zitierten Arbeiten stehen vor allen anderen.</translation>
    </message>
    <message>
        <source>Cited papers among the first ten (R@10)</source>
        <translation>Zitierte unter den ersten zehn (R@10)</translation>
    </message>
    <message>
        <source>Quality of the order of the first ten. 1: best possible.</source>
        <translation>Gewinn der ersten zehn, umso kleiner, je weiter unten eine zitierte Arbeit steht. 1: die beste Reihenfolge.</translation>
    </message>
    <message>
        <source>Rank of the first cited paper (MRR)</source>
        <translation>Wie weit oben die erste steht (MRR)</translation>
    </message>
    <message>
        <source>Ranks of all cited papers (MAP)</source>
        <translation>Wie weit oben sie stehen (MAP)</translation>
    </message>
    <message>
        <source>Mean of 1 divided by the rank of the first cited paper. 0.5: it is the second on average.</source>
        <translation>Mittel aus 1 geteilt durch den Rang der ersten zitierten Arbeit. 0,5: Sie ist im Mittel die zweite.</translation>
    </message>
    <message>
        <source>Order of the first ten (nDCG)</source>
        <translation>Reihenfolge der ersten zehn (nDCG)</translation>
    </message>
    <message>
        <source>Share of the papers a sentence cites that are among the first ten. 1: all.</source>
        <translation>Anteil der von einem Satz zitierten Arbeiten, die unter den ersten zehn sind. 1: alle.</translation>
    </message>
    <message>
        <source>finds {count} of 100 cited papers among the first ten</source>
        <translation>findet {count} von 100 zitierten Arbeiten unter den ersten zehn</translation>
    </message>
    <message>
        <source>On its training data it {found} (R@10 {score}).</source>
        <translation>Gemessen, wo es trainiert wurde: {found} (R@10 {score}).</translation>
    </message>
    <message>
        <source>first of {steps} steps…</source>
        <translation>erster von {steps} Schritten…</translation>
    </message>
    <message>
        <source>MAP by papers</source>
        <translation>MAP nach Arbeiten</translation>
    </message>
    <message>
        <source>Similar papers (MAP)</source>
        <translation>Von Arbeiten gefragt (MAP)</translation>
    </message>
    <message>
        <source>Average precision where a paper, not a sentence, asks for the papers it cites among others: what Similar papers and the map rest on. 1: all cited papers come first.</source>
        <translation>Mittlere Präzision, wenn eine Arbeit und nicht ein Satz nach den Arbeiten fragt, die sie zitiert, unter anderen: worauf „Ähnliche Arbeiten“ und die Karte beruhen. 1: Alle zitierten stehen vorn.</translation>
    </message>
</context>
<context>
    <name>UndoAction</name>
    <message>
        <source>Redo</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>UnreadPanel</name>
    <message numerus="yes">
        <source>%Ln part(s) not read</source>
        <translation>
            <numerusform>%Ln Teil nicht gelesen</numerusform>
            <numerusform>%Ln Teile nicht gelesen</numerusform>
        </translation>
    </message>
    <message>
        <source>Copied the list of what was not read.</source>
        <translation>Die Liste des nicht Gelesenen wurde kopiert.</translation>
    </message>
    <message>
        <source>Go to the page</source>
        <translation>Zur Seite gehen</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>Nicht gelesen</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Parts that were not read</source>
        <translation>Nicht gelesene Teile</translation>
    </message>
    <message>
        <source>about {characters} characters</source>
        <translation>etwa {characters} Zeichen</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>No clear difference between “{model}” and “{other}”.</source>
        <translation>Es ist nicht gesichert, dass „{model}“ besser ist als „{other}“.</translation>
    </message>
    <message>
        <source>There is not enough here to tell whether “{model}” is better.</source>
        <translation>Nichts hier kann zeigen, ob „{model}“ besser ist.</translation>
    </message>
    <message>
        <source>New sentences ({questions}): worse</source>
        <translation>Am Hinzugekommenen ({questions} Sätze) findet es weniger</translation>
    </message>
    <message>
        <source>New sentences ({questions}): better</source>
        <translation>Am Hinzugekommenen ({questions} Sätze) findet es mehr</translation>
    </message>
    <message>
        <source>New sentences ({questions}): no clear difference</source>
        <translation>Am Hinzugekommenen ({questions} Sätze) ist nichts sicher</translation>
    </message>
    <message>
        <source>Known sentences ({questions}): worse</source>
        <translation>Am früher Bekannten ({questions} Sätze) findet es weniger</translation>
    </message>
    <message>
        <source>Known sentences ({questions}): no clear loss</source>
        <translation>Am früher Bekannten ({questions} Sätze) ist kein Verlust sicher</translation>
    </message>
    <message>
        <source>To see a difference of 2 in 100 cited papers, about {needed} such sentences are needed; there are {questions}.</source>
        <translation>Um einen Unterschied von 2 unter 100 zitierten Arbeiten zu sehen, sind etwa {needed} solche Sätze nötig; vorhanden sind {questions}.</translation>
    </message>
    <message>
        <source>Too few questions to tell which is better.</source>
        <translation>Es gibt zu wenige Fragen, um zu sagen, welches besser ist.</translation>
    </message>
    <message>
        <source>{metric} {mean} (95 % interval {low} to {high}).</source>
        <translation>{metric} {mean} (95-%-Intervall {low} bis {high}).</translation>
    </message>
    <message>
        <source>{text}: {mean} ({low} to {high}).</source>
        <translation>{text}: {mean} ({low} bis {high}).</translation>
    </message>
    <message>
        <source>“{model}” finds less than “{other}”.</source>
        <translation>„{model}“ findet weniger als „{other}“.</translation>
    </message>
    <message>
        <source>“{model}” finds more than “{other}”.</source>
        <translation>„{model}“ findet mehr als „{other}“.</translation>
    </message>
    <message>
        <source>“{model}” {found}, “{other}” {count}. Difference in R@10 {mean} (95 % interval {low} to {high}); better for {wins} sentences, worse for {losses}, equal for {ties}.</source>
        <translation>„{model}“ {found}, „{other}“ {count}. Unterschied in R@10: {mean} (95-%-Intervall {low} bis {high}); besser für {wins} Sätze, schlechter für {losses}, gleich für {ties}.</translation>
    </message>
    <message>
        <source>Similar papers: difference in MAP {mean} (95 % interval {low} to {high}).</source>
        <translation>Von Arbeiten gefragt: Unterschied im MAP {mean} (95-%-Intervall {low} bis {high}).</translation>
    </message>
</context>
<context>
    <name>WatchedFoldersDialog</name>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Skip files already in a folder when it is added</source>
        <translation>Was beim Hinzufügen schon im Ordner liegt, auslassen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Watch a folder</source>
        <translation>Einen Ordner überwachen</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>Überwachte Ordner</translation>
    </message>
    <message>
        <source>While this library is open, new PDFs and reference files in these folders and their subfolders are imported once they are complete.</source>
        <translation>Solange diese Bibliothek geöffnet ist, werden neue PDFs und Literaturdateien in diesen Ordnern und deren Unterordnern importiert, sobald sie ganz angekommen sind.</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Find what your manuscript should cite</source>
        <translation>Was das Manuskript zitieren sollte</translation>
    </message>
    <message>
        <source>Open a manuscript…</source>
        <translation>Manuskript öffnen…</translation>
    </message>
    <message>
        <source>Open the PDF, LaTeX or Word file of a paper you write or review. Cocite marks the sentences that need a citation and have none, and suggests papers from your own library for each of them. You can also drop the file here.</source>
        <translation>Eine eigene oder zu begutachtende Arbeit als PDF-, LaTeX- oder Word-Datei öffnen. Cocite markiert die Sätze, denen ein nötiger Beleg fehlt, und schlägt für jeden Arbeiten aus der eigenen Bibliothek vor. Die Datei lässt sich auch hier ablegen.</translation>
    </message>
    <message>
        <source>Recently opened</source>
        <translation>Zuvor geöffnet</translation>
    </message>
    <message>
        <source>Paste a passage…</source>
        <translation>Textstelle einfügen…</translation>
    </message>
    <message>
        <source>Try the sample manuscript</source>
        <translation>Beispielmanuskript ausprobieren</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>Choose a folder for the library</source>
        <translation>Ordner für die Bibliothek wählen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Add Zotero…</source>
        <translation>Zotero hinzufügen…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Dateien hinzufügen…</translation>
    </message>
    <message>
        <source>Choose a folder for your library</source>
        <translation>Einen Ordner für die Bibliothek wählen</translation>
    </message>
    <message>
        <source>Choose a manuscript</source>
        <translation>Manuskript wählen</translation>
    </message>
    <message>
        <source>Choose a manuscript…</source>
        <translation>Manuskript wählen…</translation>
    </message>
    <message>
        <source>Choose the database of Zotero</source>
        <translation>Datenbank von Zotero wählen</translation>
    </message>
    <message>
        <source>Cocite reads your manuscript and recommends papers from your own library for each sentence that needs a citation. Nothing leaves this computer.</source>
        <translation>Cocite liest Ihr Manuskript und empfiehlt zu jedem Satz, der ein Zitat braucht, Arbeiten aus Ihrer eigenen Bibliothek. Nichts verlässt diesen Rechner.</translation>
    </message>
    <message>
        <source>Files or folders in any of these formats: {formats}. Drop them here, or leave this for later.</source>
        <translation>Dateien oder Ordner in einem dieser Formate: {formats}. Hierher ziehen oder auf später verschieben.</translation>
    </message>
    <message>
        <source>Import a folder into the library</source>
        <translation>Einen Ordner in die Bibliothek importieren</translation>
    </message>
    <message>
        <source>Import into the library</source>
        <translation>In die Bibliothek importieren</translation>
    </message>
    <message>
        <source>Import your papers</source>
        <translation>Arbeiten importieren</translation>
    </message>
    <message>
        <source>Library folder</source>
        <translation>Ordner der Bibliothek</translation>
    </message>
    <message>
        <source>Create a library and import</source>
        <translation>Bibliothek anlegen und importieren</translation>
    </message>
    <message>
        <source>Create a library here</source>
        <translation>Hier eine Bibliothek anlegen</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keines</translation>
    </message>
    <message>
        <source>Open a manuscript</source>
        <translation>Ein Manuskript öffnen</translation>
    </message>
    <message>
        <source>Open this library</source>
        <translation>Diese Bibliothek öffnen</translation>
    </message>
    <message>
        <source>Open this library and import</source>
        <translation>Diese Bibliothek öffnen und importieren</translation>
    </message>
    <message>
        <source>Opens a small library and a manuscript made for trying out</source>
        <translation>Öffnet eine kleine Bibliothek und ein Manuskript zum Ausprobieren</translation>
    </message>
    <message>
        <source>Recent libraries</source>
        <translation>Letzte Bibliotheken</translation>
    </message>
    <message>
        <source>Zotero&apos;s database, zotero.sqlite; it is only read</source>
        <translation>Die Datenbank von Zotero, zotero.sqlite; sie wird nur gelesen</translation>
    </message>
    <message>
        <source>Try the sample</source>
        <translation>Beispiel ausprobieren</translation>
    </message>
    <message>
        <source>Welcome to Cocite</source>
        <translation>Willkommen bei Cocite</translation>
    </message>
    <message>
        <source>What to import</source>
        <translation>Was importiert wird</translation>
    </message>
    <message>
        <source>The file of a paper that you write or review: PDF, Word, LibreOffice, LaTeX, Markdown or Typst.</source>
        <translation>Die Datei einer Arbeit, die Sie schreiben oder begutachten: PDF, Word, LibreOffice, LaTeX, Markdown oder Typst.</translation>
    </message>
</context>
<context>
    <name>Where</name>
    <message>
        <source>edited by {0}</source>
        <translation>hrsg. von {0}</translation>
    </message>
    <message>
        <source>edition {0}</source>
        <translation>Auflage {0}</translation>
    </message>
</context>
<context>
    <name>WholePanel</name>
    <message numerus="yes">
        <source>%Ln paper(s) of your library that it does not cite</source>
        <translation>
            <numerusform>%Ln Arbeit der Bibliothek, die es nicht zitiert</numerusform>
            <numerusform>%Ln Arbeiten der Bibliothek, die es nicht zitiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Cite it there</source>
        <translation>Dort zitieren</translation>
    </message>
    <message>
        <source>Copied the list for the whole manuscript.</source>
        <translation>Die Liste für das ganze Manuskript ist kopiert.</translation>
    </message>
    <message>
        <source>Copy the list, to paste it into a review</source>
        <translation>Liste kopieren, um sie in ein Gutachten einzufügen</translation>
    </message>
    <message>
        <source>Suggested for {sentence}</source>
        <translation>Passt zu {sentence}</translation>
    </message>
    <message>
        <source>For the whole manuscript</source>
        <translation>Für das ganze Manuskript</translation>
    </message>
    <message>
        <source>More papers to cite</source>
        <translation>Weitere Arbeiten zum Zitieren</translation>
    </message>
    <message>
        <source>None of them is a good match.</source>
        <translation>Keine davon passt gut.</translation>
    </message>
    <message>
        <source>Not this</source>
        <translation>Nicht diese</translation>
    </message>
    <message>
        <source>The reference list was not read, so some of these papers may already be cited in the manuscript.</source>
        <translation>Das Literaturverzeichnis wurde nicht gelesen, einige dieser Arbeiten sind im Manuskript also vielleicht schon zitiert.</translation>
    </message>
    <message>
        <source>Searching for each sentence: {done} of {of}</source>
        <translation>Für jeden Satz wird gesucht: {done} von {of}</translation>
    </message>
    <message>
        <source>Searching for each sentence…</source>
        <translation>Für jeden Satz wird gesucht…</translation>
    </message>
    <message>
        <source>Remove it from the list</source>
        <translation>Von der Liste nehmen</translation>
    </message>
    <message>
        <source>More sentences were searched since</source>
        <translation>Seitdem wurden weitere Sätze durchsucht</translation>
    </message>
    <message>
        <source>On the list to cite</source>
        <translation>Auf der Zitierliste</translation>
    </message>
    <message>
        <source>Papers that “{title}” could also cite</source>
        <translation>Arbeiten, die „{title}“ auch zitieren könnte</translation>
    </message>
    <message>
        <source>Papers the manuscript could also cite</source>
        <translation>Arbeiten, die das Manuskript auch zitieren könnte</translation>
    </message>
    <message>
        <source>Parts of the text were not read, so they were not considered.</source>
        <translation>Teile des Textes wurden nicht gelesen und blieben unberücksichtigt.</translation>
    </message>
    <message>
        <source>Show better order</source>
        <translation>Bessere Reihenfolge zeigen</translation>
    </message>
    <message numerus="yes">
        <source>The filter hides %Ln more.</source>
        <translation>
            <numerusform>Der Filter blendet %Ln weitere aus.</numerusform>
            <numerusform>Der Filter blendet %Ln weitere aus.</numerusform>
        </translation>
    </message>
    <message>
        <source>The filter hides every paper that could be suggested.</source>
        <translation>Der Filter blendet alle Arbeiten aus, die vorgeschlagen werden könnten.</translation>
    </message>
    <message>
        <source>The papers are being prepared; the list follows.</source>
        <translation>Die Arbeiten werden vorbereitet; die Liste folgt.</translation>
    </message>
    <message>
        <source>Nothing to copy yet</source>
        <translation>Noch gibt es nichts zu kopieren</translation>
    </message>
    <message>
        <source>The search was stopped. Open this list again to continue it.</source>
        <translation>Die Suche wurde abgebrochen. Diese Liste erneut öffnen, um sie fortzusetzen.</translation>
    </message>
    <message>
        <source>Your library has nothing that it does not cite already.</source>
        <translation>Die Bibliothek hat nichts, was es nicht schon zitiert.</translation>
    </message>
    <message>
        <source>at: {words}</source>
        <translation>bei: {words}</translation>
    </message>
</context>
<context>
    <name>WholeSession</name>
    <message>
        <source>the text</source>
        <translation>den Text</translation>
    </message>
    <message>
        <source>Preparing suggestions for “{value}”</source>
        <translation>Vorschläge zu „{value}“ werden vorbereitet</translation>
    </message>
</context>
<context>
    <name>WhyPane</name>
    <message>
        <source>1 paper cites both</source>
        <translation>1 Arbeit zitiert beide</translation>
    </message>
    <message>
        <source>No shared words or citations: similar only in meaning.</source>
        <translation>Keine gemeinsamen Wörter und keine Zitate: nur nach der Bedeutung nah.</translation>
    </message>
    <message>
        <source>One of your starting papers</source>
        <translation>Eine Ihrer Ausgangsarbeiten</translation>
    </message>
    <message>
        <source>Select a paper to see why it is near.</source>
        <translation>Eine Arbeit wählen, um zu sehen, warum sie nah ist.</translation>
    </message>
    <message>
        <source>Why it is similar</source>
        <translation>Warum sie nah ist</translation>
    </message>
    <message>
        <source>Why this paper is similar</source>
        <translation>Warum diese Arbeit nah ist</translation>
    </message>
    <message>
        <source>both cite 1 paper of the library</source>
        <translation>beide zitieren 1 Arbeit der Bibliothek</translation>
    </message>
    <message>
        <source>both cite {count} of your papers</source>
        <translation>beide zitieren {count} Ihrer Arbeiten</translation>
    </message>
    <message>
        <source>both mention {words}</source>
        <translation>beide sagen {words}</translation>
    </message>
    <message>
        <source>it cites this paper</source>
        <translation>sie zitiert diese Arbeit</translation>
    </message>
    <message>
        <source>this paper cites it</source>
        <translation>diese Arbeit zitiert sie</translation>
    </message>
    <message>
        <source>{count} of your papers cite both</source>
        <translation>{count} Ihrer Arbeiten zitieren beide</translation>
    </message>
    <message>
        <source>Not similar to your starting papers.</source>
        <translation>Nicht in der Nähe Ihrer Ausgangsarbeiten.</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>d MMM yyyy</source>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>{}%</source>
        <translation>{} %</translation>
    </message>
    <message>
        <source>“{}”</source>
        <translation>„{}“</translation>
    </message>
</context>
<context>
    <name>YearField</name>
    <message>
        <source>All years</source>
        <translation>Alle Jahre</translation>
    </message>
    <message>
        <source>Only neighbours of some years: 2019, 2019–2022, 2019– or –2015</source>
        <translation>Nur Nachbarn aus bestimmten Jahren: 2019, 2019–2022, 2019– oder –2015</translation>
    </message>
    <message>
        <source>Years of the neighbours</source>
        <translation>Jahre der Nachbarn</translation>
    </message>
</context>
<context>
    <name>ZoteroWatch</name>
    <message>
        <source>Following Zotero</source>
        <translation>Zotero folgen</translation>
    </message>
</context>
<context>
    <name>_Drops</name>
    <message>
        <source>Drop to import into this library.</source>
        <translation>Hier ablegen, um in diese Bibliothek zu importieren.</translation>
    </message>
</context>
<context>
    <name>_KeysEditor</name>
    <message>
        <source>Choose an action above.</source>
        <translation>Oben eine Aktion wählen.</translation>
    </message>
    <message>
        <source>Choose an action first.</source>
        <translation>Zuerst eine Aktion wählen.</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>It has a custom shortcut.</source>
        <translation>Sie hat ihre eigenen Tasten.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation>Neue Tasten</translation>
    </message>
    <message>
        <source>New shortcut for “{0}”</source>
        <translation>Neue Tasten für „{0}“</translation>
    </message>
    <message>
        <source>No shortcut</source>
        <translation>Keine Tasten</translation>
    </message>
    <message>
        <source>Press a shortcut first.</source>
        <translation>Zuerst Tasten drücken.</translation>
    </message>
    <message>
        <source>This shortcut belongs to {0}; using it here removes it there.</source>
        <translation>Diese Tasten gehören zu {0}; hier verwendet, fallen sie dort weg.</translation>
    </message>
    <message>
        <source>Use this shortcut</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>“{0}” ({1})</source>
        <translation>„{0}“ ({1})</translation>
    </message>
</context>
<context>
    <name>_Line</name>
    <message>
        <source>Cite here too</source>
        <translation>Auch hier zitieren</translation>
    </message>
    <message>
        <source>Fits this sentence: {strength}</source>
        <translation>Passt zu diesem Satz: {strength}</translation>
    </message>
    <message>
        <source>On the list</source>
        <translation>Auf der Liste</translation>
    </message>
    <message>
        <source>Quick look</source>
        <translation>Schnellansicht</translation>
    </message>
    <message>
        <source>Quick look at the paper</source>
        <translation>Kurzansicht der Arbeit</translation>
    </message>
</context>
<context>
    <name>_Restore</name>
    <message>
        <source>This section uses the default settings.</source>
        <translation>Dieser Abschnitt steht ganz auf seinen Vorgaben.</translation>
    </message>
    <message>
        <source>Restore defaults</source>
        <translation>Vorgaben wiederherstellen</translation>
    </message>
    <message>
        <source>Undo “Restore defaults”</source>
        <translation>„Vorgaben wiederherstellen“ rückgängig machen</translation>
    </message>
</context>
</TS>
