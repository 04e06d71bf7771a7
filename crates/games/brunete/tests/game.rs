//! The tests that every game must pass: cases, random play, refusals, golden matches, data.

frente_testkit::game_tests!(frente_brunete::Brunete);
