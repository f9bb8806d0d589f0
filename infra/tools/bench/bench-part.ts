import { type Answer, type Part, PART_ROLES, type PartRole, type Question } from './part.ts';
import { ownLateness, ownMemory } from './own-state.ts';
import { ownCpuMs } from './process-cpu.ts';

/** Runs one part in this process until its parent ends it. Throws for a role that is none. */
export async function runBenchPart(name: string, parameter: string): Promise<void> {
  const role = PART_ROLES.find((known) => known === name);
  if (role === undefined) throw new Error(`${name} is no part of a benchmark`);
  const { url, answers, end } = await opened(role, parameter);
  const ends = (): void => void end().finally(() => process.exit(0));
  process.on('message', (question: Question) => tell({ ...OWN[question]?.(), ...answers[question]?.() }));
  process.once('disconnect', ends);
  process.once('SIGTERM', ends);
  tell({ url });
}

/** What every part is asked. */
const OWN: Part['answers'] = {
  cpu: () => ({ cpuMs: ownCpuMs() }),
  memory: () => ({ memory: ownMemory() }),
  lateness: () => ({ lateness: ownLateness() }),
};

/** Each process loads only what it runs. */
async function opened(role: PartRole, parameter: string): Promise<Part> {
  if (role === 'product') return (await import('./product-part.ts')).openProduct(parameter);
  if (role === 'publisher') return (await import('./publisher-part.ts')).openPublisher(parameter);
  if (role === 'projector') return (await import('./projector-part.ts')).openProjector(parameter);
  const { openServer } = await import('./server-parts.ts');
  return { url: await openServer(role, parameter), answers: {}, end: async () => undefined };
}

const tell = (answer: Answer): void => {
  process.send?.(answer);
};
