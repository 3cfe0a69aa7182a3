"""What recipes say of themselves, and their own settings."""

from __future__ import annotations

from desktop.language.wording import QT_TRANSLATE_NOOP

SENTENCES = (
    QT_TRANSLATE_NOOP(
        "Engine",
        "hierarchical reads sentences and then the document they make; encoder reads one text, as"
        " the base does.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Where co-cited papers count: mpt-src-tgt on both sides, as published, mpt-src or mpt-tgt"
        " on one, triplet on none.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Citing sentences to learn from, drawn once at random; 0: all. Lower it to save time.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Papers often cited together with a cited one that are drawn for it, 0–5.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Papers not cited by the sentence that are drawn for each cited one, 1–10.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Exponent of the counts by which papers are drawn: 0 draws all alike, 1 in proportion to"
        " how often they are cited.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Draw the sentences of a context anew in each epoch; off: those of the first again.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Sentences drawn from before the citing one, 0–50. Fewer is faster.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Sentences read from the start of title and abstract, 1–20."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Sentences drawn from the full text of a paper, 0–50. Fewer is faster.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Read the manuscript's title before its sentences, as Cocite does in use. Turn it off"
        " only to repeat the paper.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "pretrained starts from the weights of the base; scratch from random ones with its"
        " tokenizer, which needs very many papers.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Give manuscripts an encoder of their own. It doubles the weights that are trained.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Tokens read of each sentence, 8–1,024."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Dimension of a model that begins from random weights. The number of heads must divide it.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Layers of a sentence encoder that begins from random weights, 2–12.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Layers that read the sentences of a document together, 1–6."),
    QT_TRANSLATE_NOOP("Engine", "Attention heads of new layers. They must divide the dimension."),
    QT_TRANSLATE_NOOP("Engine", "Inner width of new layers; 0: four times the dimension."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Share of units that are switched off in new layers while training, 0–0.5. Raise it when"
        " few examples are repeated often.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Number of passes in which masked sentences are predicted before the training; 0: none.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Pretraining ends after so many steps; 0: after its epochs."),
    QT_TRANSLATE_NOOP("Engine", "Documents in one step of pretraining."),
    QT_TRANSLATE_NOOP("Engine", "Peak learning rate of pretraining, 1e-5 to 5e-4."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Share of the steps of pretraining in which its learning rate rises; values from 1 on"
        " count steps.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Decay of Adam's second moment in pretraining, 0.9–0.999."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Pretrain on abstracts as well as on full texts. Turn it off only to repeat the paper.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Layers of the decoder that predicts the masked sentences, 1–6."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "File of summaries that a language model wrote; empty: sentences of the abstract take"
        " their place.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "What a text is paired with: mixed, only summaries, or the same text again (same-input).",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Share of titles among the positives, 0–1. With the share of sentences, at most 1.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Share of sentences of the abstract among the positives, 0–1. With the share of titles,"
        " at most 1.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "triplet compares the texts of a batch by Euclidean distance, as published; infonce by"
        " cosine, as Cocite searches.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "How strongly long vectors count against the triplet loss, 0–0.1. Raise it when vectors"
        " grow.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Temperature of the softmax over similarities, 0.01–0.2, for infonce. Lower is sharper.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Temperature of the softmax over similarities, 0.01–0.2. Lower is sharper; raise it when"
        " citations are noisy.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Papers kept back, by which the best state is chosen; at least 2. More is surer and"
        " slower.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Tokens read of question and paper together; 0: as many as the base reads. Lower it when"
        " memory is short.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Tokens of these that the question may take, from 8. Raise it when questions are whole"
        " manuscripts.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Lists, or pairs, in one step, 4–64. Larger is steadier and slower.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "What asks: whole manuscripts, citing sentences, or both. Choose what the model will be"
        " used for.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "What is read together with a citing sentence. More text needs a longer question.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Questions to learn from, drawn at random; 0: all. Lower it to save time.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "listwise compares the candidates of a question with each other; pointwise takes pairs"
        " one by one, as published.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Candidates of each question, the best of BM25, 2–100. More is slower.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Cited papers that BM25 missed, added to each question. 0 is best: in the publication"
        " they spoiled the model.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Random papers added to each question. 0 is best: in the publication they spoiled the"
        " model.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Held-out questions asked at each evaluation, 50–500. More is surer and slower.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Hits of BM25 that are put in order for each of them, 10–100. More is slower.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "both: one encoder for sentences and papers, and the library is encoded again. queries:"
        " an adapter for sentences alone, papers keep their vectors; it needs LoRA or biases.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Cited papers of a sentence that one step shows, 1–5. Raise it when sentences cite many"
        " papers.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Papers shown with each sentence that the model takes for cited ones and that are not,"
        " 0–8; 0: none.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Random papers that each sentence is compared with as well, where only queries are"
        " trained, 0–30,000. More is harder and costs little.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Folder that keeps the papers' vectors for later runs, where only queries are trained;"
        " empty: the run's own.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Share of questions made of the manuscript's title and the sentence, 0–1. Raise it if you"
        " mostly ask that way.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Share of questions made of the sentence alone, 0–1."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Share of questions made of the sentence and those beside it, 0–1.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Share of questions made of the sentence and others drawn from before it, 0–1, as"
        " MP-BERT4CR does.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Triplets of citing and cited papers mixed in for each sentence, 0–1, as SPECTER has them.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Neighbours in the citation graph mixed in for each sentence, 0–1, as SciNCL has them."
        " Above 0 the graph is embedded first.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Papers in which hard negatives are looked for, besides cited ones; 0: all. Fewer is"
        " faster.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Hard negatives found for each sentence, of which some are drawn, 5–100.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "A hard negative must score below this share of a cited paper's score, 0.8–1. Lower it"
        " when uncited papers often fit too.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Learns from citations: a paper comes to lie near the papers it cites.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Learns from the citation graph: a paper comes to lie near its neighbours there.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Reads question and paper together and puts the first hits of BM25 in order (a"
        " cross-encoder).",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Learns from citing sentences, from citations and from papers that are hard to tell apart.",
    ),
)
