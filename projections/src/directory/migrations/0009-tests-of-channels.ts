/** Whether a channel's last test passed; null: never tested, or tested before this was kept. */
export const testsOfChannels = `
alter table directory.channels add column test_passed boolean;
`;
