"""The page on which papers that are alike are merged, linked as versions, or told apart."""
