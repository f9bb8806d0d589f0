/** For the list of codes that is sorted by when they were made. */
export const codesByAge = `
create index codes_by_age on directory.codes (created_time, id desc) where deleted_time is null;
create index codes_by_age_newest on directory.codes (created_time desc, id desc) where deleted_time is null;
`;
