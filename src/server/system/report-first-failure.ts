/** Reports only the first of consecutive failures, so that frequent retries do not fill the log during an outage. */
export function reportFirstFailure(report: (error: unknown) => void): {
  failed: (error: unknown) => void;
  succeeded: () => void;
} {
  let isFailing = false;
  return {
    failed(error) {
      if (!isFailing) report(error);
      isFailing = true;
    },
    succeeded() {
      isFailing = false;
    },
  };
}
