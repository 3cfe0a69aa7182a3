"""Training runs as the window uses them: started, followed, evaluated, and their models used."""
