/**
 * From which address the calls came whose changes are in the audit list, by the request's id: an address is personal data, and so in no event. Each stands here
 * before its change does.
 */
export const auditAddresses = `
create table directory.audit_addresses (
  request_id text primary key,
  address text not null
);
`;
