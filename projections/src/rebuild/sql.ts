/** While indexes are built. */
export const MORE_MEMORY = "set maintenance_work_mem to '256MB'";

export const USUAL_MEMORY = 'reset maintenance_work_mem';

export const analyze = (schema: string, table: string): string => `analyze ${schema}.${table}`;
