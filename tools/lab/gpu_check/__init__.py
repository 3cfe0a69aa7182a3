"""What a borrowed GPU is asked first, ``python -m tools.lab.gpu_check``."""
