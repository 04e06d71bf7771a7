refused = Rule { $rule } forbids it.
