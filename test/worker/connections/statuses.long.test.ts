import "./statuses.test";
