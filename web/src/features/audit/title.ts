/** What the page is called: every first visit has the rows of the pages. */
export const auditTitle = { en: 'Audit', zh: '审计' };
