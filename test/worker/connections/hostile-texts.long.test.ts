// The same with more cases, drawn from another seed (test/kit/form.ts).
import "./hostile-texts.test";
