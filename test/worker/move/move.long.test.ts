// Written before each batch (test/kit/form.ts).
import "./move.test";
