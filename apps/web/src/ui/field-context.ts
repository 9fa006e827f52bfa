import { createContext, use } from 'react';

type FieldControl = Readonly<{
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}>;

export const FieldContext = createContext<FieldControl | undefined>(undefined);

/** What ties an input to the label, the hint and the error of the field around it. */
export const useFieldControl = (): Partial<FieldControl> => use(FieldContext) ?? {};
