/** Writes the address of this instance into the samples, so that they can be copied and run. */
export function showOwnAddress(): void {
  for (const element of document.querySelectorAll(".own-address")) element.textContent = location.origin;
}
