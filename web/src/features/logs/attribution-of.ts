import { z } from 'zod';
import type { Tags } from '@ledgate/domain/till/tags';
import type { Log } from './api/logs-api.ts';

const attributionIn = z.object({
  tags: z.record(z.string(), z.string()).optional(),
  end_user: z.string().optional(),
});

/** What the caller of a row's call attributed it to, as `other` says it. */
export function attributionOf({ other }: Pick<Log, 'other'>): {
  readonly tags: Tags | undefined;
  readonly endUser: string | undefined;
} {
  const { tags, end_user: endUser } = other === '' ? {} : attributionIn.parse(JSON.parse(other));
  return { tags, endUser };
}
