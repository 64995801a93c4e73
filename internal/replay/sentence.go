package replay

// Sentence says the run in words.
func (w *Witness) Sentence() string { return "" }
