"""From a PDF to sections, sentences, markers and references."""
