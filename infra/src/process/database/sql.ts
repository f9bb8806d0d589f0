export const statementTimeout = (ms: number): string => `set statement_timeout = ${ms}`;

export const QUESTION = 'select 1';
