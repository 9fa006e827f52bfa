import type { ComponentProps } from 'react';
import { CardNumberWarning } from './CardNumberWarning.tsx';
import { FilteredInput } from './FilteredInput.tsx';

/** What the payee is to read: the letters that its rail carries, and a word of warning about the number of a card. */
export const ReferenceInput = (props: ComponentProps<typeof FilteredInput>) => (
  <div className="grid gap-2">
    <FilteredInput autoComplete="off" {...props} />
    <CardNumberWarning text={props.value} />
  </div>
);
