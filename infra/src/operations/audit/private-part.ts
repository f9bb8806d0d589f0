type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The hash that the data of a leaf have of what stands apart (docs/exports.md#leaves); null where nothing does. */
export function privateIn(data: unknown): string | null {
  if (!isMembers(data)) return null;
  if (typeof data['private'] === 'string') return data['private'];
  const { charge } = data;
  return isMembers(charge) && typeof charge['private'] === 'string' ? charge['private'] : null;
}

/** The data of a leaf as they were before a part of them was set apart; where that is not known, without attempts: older shapes are lifted by them. */
export function withPrivate(data: Members, hidden: unknown = null): Members {
  if (privateIn(data) === null) return data;
  const members = isMembers(hidden) ? hidden : { attempts: [], channelId: 0 };
  const { private: own, charge } = data;
  if (typeof own === 'string') {
    const { private: _, ...others } = data;
    return { ...others, ...members };
  }
  return isMembers(charge) ? { ...data, charge: withPrivate(charge, hidden) } : data;
}
