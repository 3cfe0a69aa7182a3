"""What first pages are made of: names from many countries, places, titles, abstracts, a text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class People:
    """Authors of a kind. ``printed`` is how a list names them if not by ``names``."""

    names: tuple[str, ...]
    degrees: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()


PEOPLE = (
    People(("Ilse Brandtmann", "Jón Ólafsson", "Carmen Ruiz-Ortega", "Wei Lindqvist")),
    People(("Wei Zhang", "Xiaoling Ouyang", "Yu-Ting Hsieh", "Zhihong Li", "Bo Xu", "Fang Zhao",
            "Jianguo Ma", "Qi Sun", "Tingting Hu")),
    People(("R. Kumar", "S. Venkataraman", "Anjali P. Deshmukh", "K. L. Narayanan"),
           ("MBBS, MD", "PhD", "MPH", "MSc")),
    People(("João Pedro da Silva Júnior", "Maria Aparecida de Souza", "Ana Luíza dos Santos Prado",
            "Luiz Fernando Gonçalves")),
    People(("Abdul-Rahman Al-Harbi", "Fatma El-Sayed", "Mohammed bin Saeed", "Noura Al Qahtani")),
    People(("Nguyen Thi Minh Hanh", "Tran Van Duc", "Ji-Hoon Park", "Seung Woo Choi",
            "Takeshi Yamamoto"), ("MD", "MD, PhD", "PhD", "MD", "MD, PhD")),
    People(("Pieter van der Berg", "Lotte de Vries", "Jan-Willem ten Cate", "Siobhán O’Connor",
            "Fiona McAllister", "Małgorzata Wiśniewska", "Çağla Öztürk", "Žofia Šťastná",
            "Bjørn Åsgård", "Éloïse L’Hermitte", "Ana M. C. B. Pereira-Leite", "Ken D. Lee")),
    People(("Harold J. Quirke", "Dora M. Kent III", "Philip A. Osborne Jr.", "Joan Ramsey"),
           ("MD, FACC", "RN, MSN", "DrPH", "PhD, RD")),
    People(("Gwen Pryce",)),
    People(("Adam Quill", "Irene Lomax")),
    People(("J. K. Farrow", "M. Gill", "Z. Varga", "K. Usher", "L. Vane", "O. Wilde")),
    People(("Ruth Adler", "Tom Bowen", "Hanna Brook", "Peter Castle", "Lea Dorn", "Simon Carver",
            "Alice Dunmore", "Karl Eder", "Owen Finch", "Ida Grau", "Nils Holm", "Rosa Ivers",
            "Piet Jansen", "Uwe Kolb", "Vera Eastman", "Leo Frost", "Emil Garland",
            "Susan Hale")),
)  # fmt: skip

TITLES = (
    "Slow cooling of rock pools between two tides",
    (
        "Weed cover and the night temperature of pools: a cohort study on three shores in northern "
        "Norland"
    ),
    "Do limpets return home? Evidence from a randomised field trial",
    "Low-cost loggers (2 W) for the splash zone",
    "A deep network learns pool temperatures from weather reports",
    (
        "Prevalence of heat stress among 1,204 barnacle beds, 2010–2019: a systematic review and "
        "meta-analysis"
    ),
    "Radiation loss of wet rock after sunset in <i>Patella vulgata</i> habitats",
    "Tidal memory",
    "Effect of α-tocopherol on CO<sub>2</sub> uptake by intertidal weed",
)
_SENTENCES = (
    "Rock pools lose the warmth of the afternoon more slowly than models of open water predict.",
    "We measured the temperature of forty pools on three shores during two summers.",
    (
        "Depth explains most of the delay (<i>p</i> &lt; 0.01), and a cover of weed explains half "
        "of the rest."
    ),
    "A short formula with two constants describes every pool within 0.5 °C.",
    "The median delay was 3.2 hours (95% CI 2.8–3.6), longer than in any earlier report.",
    "Neither wind nor salinity changed this result in the sheltered pools of the second shore.",
    "Snails that feed in the dark may therefore find a refuge there, or a trap.",
    "Long records of a few pools would show which of the two it is.",
)
ABSTRACT = " ".join(_SENTENCES)
ABSTRACT_PARTS = (
    ("Background", " ".join(_SENTENCES[:1])),
    ("Methods", " ".join(_SENTENCES[1:2])),
    ("Results", " ".join(_SENTENCES[2:6])),
    ("Conclusions", " ".join(_SENTENCES[6:])),
)
OTHER_ABSTRACT = (
    "As poças de maré perdem o calor da tarde mais devagar do que preveem os modelos de mar "
    "aberto. Medimos a temperatura de quarenta poças em três praias durante dois verões. A "
    "profundidade explica a maior parte do atraso. Uma fórmula curta com duas constantes descreve "
    "cada poça com um erro de meio grau. Os caracóis que se alimentam no escuro encontram ali um "
    "refúgio ou uma armadilha."
)
KEYWORDS = ("rock pools", "cooling", "tides", "field study")
PLACES = (
    "Institute of Coastal Physics, University of Northgate, Northgate 1204, Norland",
    "Department of Marine Biology, Wendel Medical College and Hospital, Wendel, Uttar Marsh, India",
    "School of Environmental Sciences, Lowport State University, Lowport, SP, Brazil",
)
JOURNALS = (
    ("Journal of Shore Physics", "J. Shore Phys."),
    ("Coastal Ecology Letters", "Coast. Ecol. Lett."),
    ("Annals of Tidal Research", "Ann. Tidal Res."),
    ("Tides", "Tides"),
    ("International Journal of Intertidal Medicine", "Int. J. Intertidal Med."),
)
HEADINGS = ("Introduction", "Materials and methods", "Study sites", "Results", "Discussion")
PARAGRAPHS = (
    (
        "Rock pools are the part of the sea that stays behind when the tide goes out [1]. Their "
        "animals must bear warm afternoons and cold nights within a single day [2,3]. Early work "
        "treated a pool as a small piece of open water [4]. Later measurements showed that this "
        "picture is wrong in at least two respects [1–3]. The nights at a pier have become warmer "
        "since 1978, and the same trend appears in hourly records of the coast [5]."
    ),
    (
        "We chose forty pools on three shores by drawing lots. Each pool was mapped at low tide "
        "with a ruler and a level [2]. Three pools held more than a bucket of sand and were left "
        "out. Tide times were taken from the tables of the harbour. The rock is granite on two "
        "shores."
    ),
    (
        "Every pool received one logger at a depth of 5 cm and another at the bottom. They were "
        "calibrated in water baths at 5, 15 and 25 degrees as advised before [4]. Sampling every "
        "ten minutes is enough for signals this slow. All readings are public and free for "
        "everyone."
    ),
    (
        "The pools stayed warmer than the sea for three hours after the turn of the tide. Deep "
        "pools cooled later than shallow ones, in agreement with theory [1,5]. Weed on the surface "
        "acts like a blanket. Layers of fresh water are common after rain, but they did not change "
        "the delay."
    ),
    (
        "Our formula describes pools of concrete as well. It may help those who count snails that "
        "feed at night [3]. Measurements in winter are worth the effort. Models of the coast could "
        "profit from it too, with the help of weather services [5]."
    ),
)
REFERENCES = (
    "Adler R, Bowen T. Heat budgets of small coastal waters. J Shore Phys. 2011;14(2):101–118.",
    "Brook H, Castle P, Dorn L. Weed cover of pools by night. Coast Ecol Lett. 2015;7(1):33–41.",
    "Ibsen G. The survival of limpets in warm pools. Nord Shore Biol. 1997;40(2):150–163.",
    "Carver S. A thermistor chain for shallow basins. Instrum Methods. 2009;52:211–219.",
    "Keller M. Cooling curves of buckets and basins. Instrum Methods. 2017;60(3):318–327.",
)
