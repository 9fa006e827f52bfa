import { type ChangeEvent, type CompositionEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Filter, type Filtered, filterText } from './filters.ts';

/**
 * Changes or takes out letters of what is typed or pasted and leaves the caret where it was. An input method that is still
 * composing a letter is left alone until it has finished.
 */
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
    /** What was done to the text last; undefined when it was let through. */
    done,
    control: {
      ref: input,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        (event.nativeEvent as InputEvent).isComposing ? onText(event.target.value) : accept(event.target),
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => accept(event.currentTarget),
    },
  };
}
