import { queryOptions } from '@tanstack/react-query';
import { fetchStaffFile, staffKeys } from '../parts/parts.ts';
import { openDrawing } from './file-drawing.ts';

/** Kept only while it is shown: each look is fetched anew, and recorded. */
export const fileQuery = (path: string, mediaType: string) =>
  queryOptions({
    queryKey: staffKeys.file(path),
    queryFn: async () => {
      const file = await fetchStaffFile(path);
      return { file, drawing: await openDrawing(file, mediaType).catch(() => null) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
    meta: { inline: true },
  });
