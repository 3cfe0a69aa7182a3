"""Training of weights that come with Cocite, on one GPU in a few minutes.

``packing`` turns a corpus into arrays of tokens, on a machine with Cocite. ``running`` trains on
them: it and the modules that it imports need torch, numpy and safetensors alone, so this folder can
be copied to a bare machine with a GPU and run from the folder above it::

    python -m tools.lab.scale.packing CORPUS PACK --base minilm
    python -m scale.running --weights PACK/weights.safetensors --pack PACK --adapter FILE --out OUT

The modules name each other relatively, since the package is called otherwise there.
"""

from __future__ import annotations
