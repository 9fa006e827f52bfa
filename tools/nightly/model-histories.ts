import { runCommand } from '../test/step.ts';

const kinds = [
  { histories: 100_000, commands: 30, lot: 5000 },
  { histories: 10_000, commands: 100, lot: 1000 },
] as const;
const slowestLot = 4 * 60_000;

type Lot = Readonly<{ runs: number; commands: number; seed: number }>;
type HistoryOptions = Readonly<{
  seed: number;
  share: number;
  isTime: (needed: number) => boolean;
}>;

export function modelHistories({ seed, share, isTime }: HistoryOptions): {
  run: () => Promise<boolean>;
  tell: () => string[];
} {
  const lots = lotsOf(seed, share);
  const waiting = [...lots];
  const done: Lot[] = [];
  const run = async () => {
    while (waiting.length > 0 && (waiting.length === lots.length || isTime(slowestLot))) {
      const lot = waiting.shift() as Lot;
      const env = { RUNS: String(lot.runs), COMMANDS: String(lot.commands), SEED: String(lot.seed) };
      const file = 'packages/ledger/src/ledger.model.db.test.ts';
      const { code, output } = await runCommand('vitest', ['run', '--project', 'database', file, '--no-color'], env);
      if (code !== 0) {
        console.log(output);
        return false;
      }
      done.push(lot);
    }
    return true;
  };
  const tell = () => {
    if (waiting.length === lots.length) return [];
    return kinds.flatMap(({ commands }) => {
      const [found, planned] = [runsOf(done, commands), runsOf(lots, commands)];
      const figures = `model: ${found} of ${planned} histories of up to ${commands} commands, seeds from ${seed} on`;
      if (found === planned) console.log(figures);
      return found === planned ? [] : [figures];
    });
  };
  return { run, tell };
}

function lotsOf(seed: number, share: number): Lot[] {
  const planned = kinds.flatMap(({ histories, commands, lot }) => {
    const count = Math.ceil((histories * share) / lot);
    const runs = Math.ceil((histories * share) / count);
    return Array.from({ length: count }, (_, i) => ({ runs, commands, place: (i + 0.5) / count }));
  });
  const mixed = planned.toSorted((one, other) => one.place - other.place);
  return mixed.map(({ runs, commands }, i) => ({ runs, commands, seed: seed + i }));
}

const runsOf = (lots: readonly Lot[], commands: number): number =>
  lots.filter((lot) => lot.commands === commands).reduce((sum, { runs }) => sum + runs, 0);
