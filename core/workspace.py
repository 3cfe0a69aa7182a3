"""An open library and its services: what the window and the commands use.

Calls of services block and may come from any thread. Until vectors exist, words alone answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.lazily import lazily, make_all
from core.base.records import ManuscriptNumber, PaperNumber
from core.library.library import Library
from core.models.shelf import Shelf
from core.runtime.runtime import Runtime
from core.services.imports import Imports
from core.services.indexing import Indexing
from core.services.papers import Papers
from core.services.recommending import Recommending, Similar

if TYPE_CHECKING:
    from core.library.exports.kept_files import KeptFiles
    from core.manuscript.reader import GuardedReader
    from core.programs.answering import Programs
    from core.programs.connector import Connector
    from core.programs.http.service import Service
    from core.programs.picking import Picking
    from core.programs.zotero_plugins import ZoteroPlugins
    from core.services.evidence import Evidence
    from core.services.following import BibFollowing, Following
    from core.services.fulltexts import FullTexts
    from core.services.lookup import Enrichment, Lookup
    from core.services.manuscripts import Manuscripts
    from core.services.map import LibraryMap
    from core.services.marked_copies import MarkedCopies
    from core.services.reports import ManuscriptReports
    from core.services.training import Training


class Workspace:
    """Opens a library and makes its services; ``close`` it in the end.

    Services whose modules take long to import are made when first asked for, or by ``prepare``.
    """

    def __init__(
        self, folder: Path, shelf: Shelf, *, write: bool = True, create: bool = False
    ) -> None:
        """Open the library; nothing slow: no index is built and no model is loaded yet."""
        self.library = Library.open(folder, write=write, create=create)
        self.shelf = shelf
        self._runtime = runtime = Runtime(self.library, shelf)
        self.indexing = Indexing(runtime)
        self.papers = Papers(runtime)
        self.imports = Imports(runtime, self.indexing, lambda: self.fulltexts)
        self.recommending = Recommending(runtime)
        self.similar = Similar(runtime)
        self._service: Service | None = None
        self._stop_picking: Callable[[], None] = lambda: None

    @lazily
    def fulltexts(self) -> FullTexts:
        """The full texts of the library's papers."""
        from core.services.fulltexts import FullTexts

        return FullTexts(self._runtime, self.indexing)

    @lazily
    def following(self) -> Following:
        """The data folder of Zotero that the library follows."""
        from core.services.following import Following

        following = Following(self._runtime, self.indexing, lambda: self.fulltexts)
        self._runtime.close_at_end(following.close)
        return following

    @lazily
    def bib_following(self) -> BibFollowing:
        """The ``.bib`` files that are followed in both directions."""
        from core.services.following import BibFollowing

        return BibFollowing(self._runtime, self.indexing)

    @lazily
    def enrichment(self) -> Enrichment:
        """Citation data from elsewhere."""
        from core.services.lookup import Enrichment

        return Enrichment(self._runtime, self.indexing)

    @lazily
    def lookup(self) -> Lookup:
        """Looking papers up at services, as far as the person agreed to it."""
        from core.services.lookup import Lookup

        return Lookup(self._runtime, self.indexing, lambda: self.enrichment)

    @lazily
    def kept_files(self) -> KeptFiles:
        """The bibliographies that are kept in step with the library."""
        from core.library.exports.kept_files import KeptFiles

        return KeptFiles(self.library.database)

    @lazily
    def manuscripts(self) -> Manuscripts:
        """What a person does with manuscripts."""
        from core.services.manuscripts import Manuscripts

        return Manuscripts(self._runtime, self.indexing)

    @lazily
    def evidence(self) -> Evidence:
        """What cited papers say about the sentences that cite them."""
        from core.services.evidence import Evidence

        return Evidence(self._runtime, self.manuscripts)

    @lazily
    def reports(self) -> ManuscriptReports:
        """What is written of a manuscript for others to read."""
        from core.services.reports import ManuscriptReports

        return ManuscriptReports(self.library)

    @lazily
    def marked_copies(self) -> MarkedCopies:
        """Copies of manuscripts with remarks."""
        from core.services.marked_copies import MarkedCopies

        return MarkedCopies(self._runtime)

    @lazily
    def map(self) -> LibraryMap:
        """The map of the library."""
        from core.services.map import LibraryMap

        return LibraryMap(self._runtime)

    @lazily
    def training(self) -> Training:
        """Models and their training."""
        from core.services.training import Training

        def list_citations(number: ManuscriptNumber) -> dict[int, list[PaperNumber]]:
            return self.manuscripts.list_citations(number)

        return Training(self.library, self.shelf, self.indexing, list_citations)

    @lazily
    def programs(self) -> Programs:
        """What other programs ask."""
        from core.programs.answering import Programs

        return Programs(self)

    @lazily
    def zotero_plugins(self) -> ZoteroPlugins:
        """What plug-ins for Zotero ask."""
        from core.programs.zotero_plugins import ZoteroPlugins

        return ZoteroPlugins(self)

    @lazily
    def connector(self) -> Connector:
        """What the Zotero Connector of a browser saves."""
        from core.programs.connector import Connector

        return Connector(self)

    @lazily
    def picking(self) -> Picking:
        """What editors ask a person to pick."""
        from core.programs.picked_formats import CitationWriter
        from core.programs.picking import Picking

        picking = Picking(CitationWriter(self.papers, self.zotero_plugins.to_items))
        self._stop_picking = picking.close
        return picking

    @property
    def reader(self) -> GuardedReader:
        """What reads manuscripts, in a process of its own."""
        return self._runtime.reader

    def prepare(self) -> None:
        """Make now, on the thread that calls, what would else be made when first used."""
        make_all(self._runtime)
        make_all(self)

    def serve(
        self,
        *,
        port: int | None = None,
        origins: Collection[str] = (),
        plugins: bool = False,
        browser: bool = False,
    ) -> Service:
        """Let other programs of this computer ask from now on, until ``stop_serving``.

        With ``plugins`` those for Zotero may ask too, with ``browser`` its Connector may save.
        """
        from core.programs.http.service import Service
        from core.programs.http.zotero import ZoteroAccess

        self.stop_serving()
        folder = self.library.folder
        self._service = Service(
            self.programs.ask,
            self.picking.answer,
            folder,
            port=port,
            origins=origins,
            zotero=ZoteroAccess(
                self.zotero_plugins if plugins else None, self.connector if browser else None
            ),
        )
        self._service.start()
        return self._service

    def stop_serving(self) -> None:
        """Answer other programs no more; what they asked already is answered."""
        self._stop_picking()
        service, self._service = self._service, None
        if service is not None:
            service.close()

    def stop(self) -> None:
        """Make calls that wait for a model end now, with a ``ModelError``. Only ``close`` follows.

        The process that holds the model keeps nothing, so ending it at once loses nothing.
        """
        self._runtime.stop()

    def close(self) -> None:
        """Stop the helpers and let others write the library. May be called again."""
        self.stop()
        self.stop_serving()
        self._runtime.close()
        self.library.close()
