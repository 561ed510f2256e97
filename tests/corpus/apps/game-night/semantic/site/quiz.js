'use strict';

const quiz = { at: 0, score: 0, picked: null };

function drawQuiz() {
  $('quiz').replaceChildren(quiz.at < QUIZ.length ? questionForm() : quizResult());
}

function questionForm() {
  const item = QUIZ[quiz.at];
  const answered = quiz.picked !== null;
  const right = answered && quiz.picked === item.right;

  const form = make('form', { class: 'question' }, [
    make('p', { class: 'progress' }, [
      make('span', {}, `Question ${quiz.at + 1} of ${QUIZ.length}`),
      make('span', {}, `Score: ${quiz.score}`),
    ]),
    make('fieldset', {}, [
      make('legend', {}, item.ask),
      ...item.answers.map((answer, i) => {
        const radio = make('input', { type: 'radio', name: 'answer', value: i, required: '' });
        radio.checked = quiz.picked === i;
        radio.disabled = answered;
        const mark = !answered ? undefined : i === item.right ? 'right' : i === quiz.picked ? 'wrong' : undefined;
        return make('label', { class: mark }, [radio, answer]);
      }),
    ]),
    make('p', { class: 'feedback ' + (right ? 'right' : 'wrong'), role: 'status' }),
    make('button', { class: 'strong' }, !answered ? 'Check answer' : quiz.at + 1 < QUIZ.length ? 'Next question' : 'See the result'),
  ]);

  if (answered) {
    // Written a moment later so that screen readers notice the change.
    setTimeout(() => { form.querySelector('.feedback').textContent = right ? 'Correct' : 'Wrong'; });
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (answered) {
      quiz.at += 1;
      quiz.picked = null;
    } else {
      quiz.picked = Number(new FormData(form).get('answer'));
      if (quiz.picked === item.right) quiz.score += 1;
    }
    drawQuiz();
    $('quiz').querySelector(answered && quiz.picked === null ? 'input, button' : 'button').focus();
  });
  return form;
}

function quizResult() {
  const words = ['Read the rules again!', 'Beginner’s luck is still to come.', 'Not bad at all.', 'Nearly a champion.', 'Perfect. You may go first.'];
  return make('section', { class: 'result', 'aria-labelledby': 'result-title' }, [
    make('h2', { id: 'result-title' }, 'Your final score'),
    make('p', { class: 'final' }, `${quiz.score} of ${QUIZ.length}`),
    make('p', {}, words[quiz.score]),
    make('button', {
      type: 'button', class: 'strong',
      onclick: () => {
        Object.assign(quiz, { at: 0, score: 0, picked: null });
        drawQuiz();
        $('quiz').querySelector('input').focus();
      },
    }, 'Play again'),
  ]);
}
