import type { ComponentProps } from 'react';
import { CardNumberWarning } from './CardNumberWarning.tsx';
import { FilteredInput } from './FilteredInput.tsx';

export const ReferenceInput = (props: ComponentProps<typeof FilteredInput>) => (
  <div className="grid gap-2">
    <FilteredInput autoComplete="off" {...props} />
    <CardNumberWarning text={props.value} />
  </div>
);
