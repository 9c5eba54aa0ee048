// The same tests, with a write before each batch of a move (test/kit/form.ts).
import "./move.test";
