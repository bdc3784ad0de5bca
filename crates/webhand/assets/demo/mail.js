// Deleting is a request of its own, so the row leaves the page only after the server has agreed.
const status = document.getElementById('status');

async function remove(button) {
  const { delete: id, then } = button.dataset;
  button.disabled = true;
  const answer = await fetch(`/mail/${id}`, { method: 'DELETE' }).catch(() => undefined);
  if (!answer?.ok) {
    button.disabled = false;
    status.textContent = 'The message could not be deleted. Please try again.';
  } else if (then) {
    location.assign(then);
  } else {
    button.closest('[data-message]').remove();
    status.textContent = 'Message deleted.';
  }
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-delete]');
  if (button) void remove(button);
});
