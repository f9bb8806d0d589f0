/**
 * What the last verification has found, member by member, beside the texts of it: with the time of the look that they are of, since a process of the
 * release before writes texts alone.
 */
export const findings = `
alter table directory.verifications add column findings json;
`;
