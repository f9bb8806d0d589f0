export const PRIORITY_MIN = -999;
