import type { DateParts } from '../../ui/date-parts.ts';

export type Entered = Readonly<{
  name: string;
  latinName: string;
  birth: DateParts;
  country: string;
  email: string;
  phone: string;
  notifyNews: boolean;
  password: string;
}>;

export type StepProps = Readonly<{
  entered: Entered;
  change: (more: Partial<Entered>) => void;
  /** What the server said about a field. */
  refused: Readonly<Record<string, string>>;
}>;
