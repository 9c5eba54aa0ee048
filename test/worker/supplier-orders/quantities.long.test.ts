// More cases of the same property.
import "./quantities.test";
