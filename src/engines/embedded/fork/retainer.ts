/** Counts the users of something that the last one closes. @returns what begins a use, and returns what ends it */
export function retainer(close: () => void): () => () => void {
  let users = 0;
  return () => {
    users++;
    return () => {
      users--;
      if (users === 0) close();
    };
  };
}
