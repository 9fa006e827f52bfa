import type { KycAnswers, KycItemForm } from '@larkmere/contract/customers/kyc';
import type { KycAnswerName, KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { type Answer, changedAnswers, isSameAnswer } from './answer-fields.ts';
import type { FormSource } from './form-source.ts';

/** What another window or person saved: new to this window, or replaced by a newer answer from here. */
export type SavedElsewhere =
  | { kind: 'changed'; names: readonly KycAnswerName[] }
  | { kind: 'replaced'; name: KycAnswerName; other: Answer };

type UnsavedAnswer = Readonly<{ key: KycItemKey; name: KycAnswerName; answer: Answer; refusal: string | undefined }>;

export type Answers = Readonly<{
  /** True once the answer is saved. */
  save: (key: KycItemKey, name: KycAnswerName, answer: Answer) => Promise<boolean>;
  isSaving: boolean;
  failed: UnsavedAnswer | undefined;
  faultOf: (key: KycItemKey, name: KycAnswerName) => string | undefined;
  elsewhere: SavedElsewhere | undefined;
  forgetElsewhere: () => void;
}>;

/** Saves every answer as it is given, one after the other. The newest answer wins, and a replaced one is shown. */
export function useAnswers(source: FormSource, items: readonly KycItemForm[] | undefined): Answers {
  const known = useRef(new Map<KycItemKey, KycAnswers>());
  const queue = useRef(Promise.resolve());
  const waiting = useRef(0);
  const [isSaving, setSaving] = useState(false);
  const [failed, setFailed] = useState<UnsavedAnswer>();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [elsewhere, setElsewhere] = useState<SavedElsewhere>();

  useEffect(() => {
    // While an answer of this window is on its way, `saveNow` compares.
    if (!items || waiting.current > 0) return;
    const names = learn(known.current, items);
    if (names.length > 0) setElsewhere({ kind: 'changed', names });
  }, [items]);

  const saveNow = async (key: KycItemKey, name: KycAnswerName, answer: Answer): Promise<boolean> => {
    setFaults((before) => ({ ...before, [`${key}.${name}`]: '' }));
    try {
      const before = known.current.get(key)?.[name];
      const names = learn(known.current, await source.load());
      const other = known.current.get(key)?.[name];
      const others = names.filter((each) => each !== name);
      if (!isSameAnswer(before, other) && !isSameAnswer(other, answer)) setElsewhere({ kind: 'replaced', name, other });
      else if (others.length > 0) setElsewhere({ kind: 'changed', names: others });
      const item = await source.save(key, { [name]: answer });
      known.current.set(key, item.answers);
      setFailed(undefined);
      return true;
    } catch (error) {
      const isRefused = error instanceof ApiError;
      const fault = isRefused ? error.fieldMessage(`answers.${name}`) : undefined;
      if (fault === undefined) setFailed({ key, name, answer, refusal: isRefused ? failureText(error) : undefined });
      else setFaults((before) => ({ ...before, [`${key}.${name}`]: fault }));
      return false;
    }
  };

  const save = (key: KycItemKey, name: KycAnswerName, answer: Answer): Promise<boolean> => {
    waiting.current += 1;
    setSaving(true);
    const saved = queue.current
      .then(() => saveNow(key, name, answer))
      .finally(() => {
        waiting.current -= 1;
        if (waiting.current > 0) return;
        setSaving(false);
        void source.refresh();
      });
    queue.current = saved.then(() => undefined);
    return saved;
  };

  return {
    save,
    isSaving,
    failed,
    faultOf: (key, name) => faults[`${key}.${name}`] || undefined,
    elsewhere,
    forgetElsewhere: () => setElsewhere(undefined),
  };
}

/** Remembers the answers, and returns the names of those that differ from before. */
function learn(known: Map<KycItemKey, KycAnswers>, items: readonly KycItemForm[]): KycAnswerName[] {
  return items.flatMap(({ key, answers }) => {
    const before = known.get(key);
    known.set(key, answers);
    return before ? changedAnswers(before, answers) : [];
  });
}
