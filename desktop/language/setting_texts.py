"""What the settings mean that most recipes have, and those of triplets and graphs."""

from __future__ import annotations

from desktop.language.wording import QT_TRANSLATE_NOOP

SENTENCES = (
    QT_TRANSLATE_NOOP(
        "Engine",
        "Tokens read of each text, in training and in use; 0: as many as the base reads. Lower it"
        " when memory is short.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Start of all random draws; any whole number. Change it to see how much a result depends"
        " on chance.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Passes over the examples, 1–5. Raise it when the held-out score still rises at the end,"
        " lower it when it falls.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Number of steps in all, whatever the epochs; 0: as many as the epochs have. Set it to"
        " limit the time.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Examples in one step, over all processes. Larger is steadier and slower; where examples"
        " are each other's negatives, it is also harder.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Examples on the device at the same time; 0: as many as fit, found by trying. Set it only"
        " when memory runs out.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Highest learning rate, 1e-6 to 5e-4. Lower it when the loss jumps or held-out scores"
        " fall, raise it when nothing moves.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "How the learning rate falls after its rise. Linear suits most trainings.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Share of the steps in which the learning rate rises, 0–0.5; values from 1 on count"
        " steps. Raise it when the loss jumps at the start.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "How strongly weights are pulled towards zero, 0–0.1; biases and norms are left out."
        " Raise it when few examples are repeated often.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Decay of Adam's second moment, 0.9–0.999. Lower it when the loss has spikes.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Largest norm of a gradient; 0: no limit. 1 suits most trainings; lower it when the loss"
        " has spikes.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Which weights are trained: all, only the biases (BitFit), or small matrices that are"
        " added (LoRA). The last two need less memory.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Size of LoRA's matrices, 4–64. Raise it when there are many examples and the loss stays"
        " high.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Strength of LoRA's matrices, which is divided by the rank. Usually twice the rank.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Format of numbers; auto: bfloat16 where the device computes in it directly, else"
        " float32. Choose float32 when the loss is no longer a number.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Put texts of about the same length into one batch, which saves time. It has no effect"
        " where the examples of a batch are each other's negatives.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Compute intermediate results twice instead of keeping them: less memory, about a third"
        " slower. Turn it on when not even one example fits.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Compile the model with torch.compile before training. It pays on long runs on a GPU.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Processes that prepare examples beside the training; 0: none. 2–8 when a GPU waits for"
        " examples.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Steps between two measurements on held-out citations; 0: after each epoch. A measurement"
        " takes as long as encoding about a thousand papers.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Steps between two checkpoints, besides the end of each epoch; 0: with each evaluation."
        " Lower it when runs are interrupted often.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Held-out citing sentences by which the best state is chosen, 50–1,000. More is surer and"
        " slower.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Papers among which these sentences look for what they cite, at most 1,000. More is"
        " harder.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Latest checkpoints kept beside the best one, 1–10. Lower it when the disk is small.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Evaluations without a better score after which the training ends; 0: never. 2–5 on long"
        " runs.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Tokens read of each text while training; 0: as many as in use. 64–256 saves most of the"
        " time.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Tokens read of each text while training, from 8; in use the text length counts. 64–256"
        " saves most of the time.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Which vector stands for a text: that of its first token (cls) or the mean of all (mean);"
        " empty: as the base has it.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "How much farther a negative must be than the positive, 0.05–1. Raise it when the loss"
        " reaches zero early.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Draw new triplets in each epoch; off: those of the first again. Turn it off only to"
        " repeat the paper.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Triplets of each citing paper in an epoch, 1–10. Raise it when there are few papers.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Share of the triplets, rounded up, whose negative is cited by a cited paper but not by"
        " the paper itself, 0–1.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Never take a paper that cites the query as its negative, as SciNCL recommends. Turn it"
        " off only to repeat SPECTER.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Positives are neighbours in the citation graph up to this rank, 5–50. Lower it in small"
        " libraries.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Positives of a paper in an epoch, 1–10: the ranks that end with the last one.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Hard negatives are neighbours up to this rank; 0: given by the share below. It must be"
        " well beyond that of the positives.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Last rank of hard negatives as a share of the papers in the graph, 0–1. It counts where"
        " the rank itself is 0.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Hard negatives of a paper in an epoch, 1–5: the ranks that end with the last one.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Negatives of a paper in an epoch that are drawn at random, 0–5."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Draw easy negatives only from beyond the hard ones; off: from all papers. Turn it off"
        " only to compare.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "How the citation graph is turned into vectors: prone or svd for a library, bigraph as"
        " published, for millions of papers.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Numbers in a vector of the graph embedding, 16–768. Raise it for a large citation graph.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "Let BigGraph learn each citation in both directions; prone and svd always do. Turn it on"
        " only to compare.",
    ),
    QT_TRANSLATE_NOOP("Engine", "Passes of BigGraph over the citations, 5–50."),
    QT_TRANSLATE_NOOP("Engine", "Citations in one step of BigGraph, 1,000–100,000."),
    QT_TRANSLATE_NOOP("Engine", "Random negatives of BigGraph, beside 50 from the batch, 0–1,000."),
    QT_TRANSLATE_NOOP("Engine", "Margin of BigGraph's ranking loss, 0.05–0.5."),
    QT_TRANSLATE_NOOP("Engine", "Learning rate of BigGraph's Adagrad, 0.01–0.5."),
    QT_TRANSLATE_NOOP("Engine", "Size of BigGraph's random first vectors, 1e-4 to 0.1."),
    QT_TRANSLATE_NOOP("Engine", "Largest length of a vector of BigGraph."),
)
