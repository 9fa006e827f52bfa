import { type ChangeEvent, type CompositionEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Filter, filterText } from './filters.ts';

/**
 * Takes letters out of what is typed or pasted and leaves the caret where it was. An input method that is still
 * composing a letter is left alone until it has finished.
 */
export function useFilteredText(filter: Filter, onText: (text: string) => void) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  const [removed, setRemoved] = useState('');

  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  const accept = (element: HTMLInputElement) => {
    const result = filterText(filter, element.value, element.selectionStart ?? element.value.length);
    if (result.removed) caret.current = result.caret;
    setRemoved(result.removed);
    onText(result.text);
  };

  return {
    removed,
    control: {
      ref: input,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        (event.nativeEvent as InputEvent).isComposing ? onText(event.target.value) : accept(event.target),
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => accept(event.currentTarget),
    },
  };
}
