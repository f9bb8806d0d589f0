/** A number that whoever runs the tests may set. */
const variable = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

/** Factor on the clocks of every process, and on how long a fault lasts where that is a time. */
export const TIME_SCALE = variable('FAULT_TIME_SCALE', 0.1);

const KILLED_ROLES = ['api', 'relay', 'projector', 'publisher', 'worker'] as const;
type KilledRole = (typeof KILLED_ROLES)[number];

/** Rounds in which each role is killed: two have each process of a role die once; `npm run faults` takes 20. */
export const ROUNDS_A_ROLE = variable('FAULT_ROUNDS', 1);

const NUMBERED: readonly string[] = ['relay', 'projector'] satisfies readonly KilledRole[];

/** Who is killed in each round: the roles in turn, of two processes of a role now the one, now the other. */
export const kills = (roundsARole: number): readonly string[] =>
  Array.from({ length: roundsARole }, (_, turn) =>
    KILLED_ROLES.map((role) => (NUMBERED.includes(role) ? `${role}-${(turn % 2) + 1}` : role)),
  ).flat();

/** As long as stated in production, at the scale of the run. */
export const scaledMs = (ms: number): number => ms * TIME_SCALE;
