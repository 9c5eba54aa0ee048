import "./resume.test";
