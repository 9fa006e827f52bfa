import { type ChangeEvent, type CompositionEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Filter, type Filtered, filterText } from './filters.ts';

/** Keeps the caret in place. Text of an input method is filtered only when its composition has ended. */
export function useFilteredText(filter: Filter, onText: (text: string) => void) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  const [done, setDone] = useState<Pick<Filtered, 'changed' | 'removed'>>();

  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  const accept = (element: HTMLInputElement) => {
    const result = filterText(filter, element.value, element.selectionStart ?? element.value.length);
    const isOther = result.text !== element.value;
    if (isOther) caret.current = result.caret;
    setDone(isOther ? result : undefined);
    onText(result.text);
  };

  return {
    done,
    control: {
      ref: input,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        (event.nativeEvent as InputEvent).isComposing ? onText(event.target.value) : accept(event.target),
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => accept(event.currentTarget),
    },
  };
}
