import type { z } from 'zod';
import { useTexts } from '../i18n/text.tsx';
import { type Form, type Refuse, useCheckedForm } from '../ui/use-form.ts';
import { byContract } from './by-contract.ts';

type ContractOptions<Values extends object, Sent> = {
  readonly initial: Values;
  /** Made of the contract's, of what is typed: which fields count depends on others. */
  readonly schema: (values: Values) => z.ZodType<Sent, Values>;
  /** Rejects with the call's error; then the form stays as it is. */
  readonly submit: (sent: Sent, refuse: Refuse<Values>) => Promise<void>;
};

/** A form that the schemas of the api's contract check: what the api would refuse is said at its field, and what is sent is what they let through. */
export function useContractForm<Values extends object, Sent>({
  initial,
  schema,
  submit,
}: ContractOptions<Values, Sent>): Form<Values> {
  const t = useTexts();
  return useCheckedForm({ initial, check: byContract(schema, t), submit });
}
