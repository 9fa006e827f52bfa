import { createContext, use } from 'react';

type FieldControl = Readonly<{
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}>;

export const FieldContext = createContext<FieldControl | undefined>(undefined);

export const useFieldControl = (): Partial<FieldControl> => use(FieldContext) ?? {};
