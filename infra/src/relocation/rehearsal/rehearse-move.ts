export async function rehearseMove(_events: number, _telling: { say: (line: string) => void }): Promise<void> {}
