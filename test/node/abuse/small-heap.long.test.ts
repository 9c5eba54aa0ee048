// The same test with all forms of JSON, and more concurrent requests.
import "./small-heap.test.ts";
