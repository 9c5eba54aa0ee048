// The same test with more cases, from another seed (test/kit/form.ts).
import "./mutated-deliveries.test";
