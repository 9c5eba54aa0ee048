// The other routes (test/kit/share.ts).
import "./public-forms.test";
