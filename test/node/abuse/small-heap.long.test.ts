// The same with all forms of JSON, and more requests at once.
import "./small-heap.test.ts";
