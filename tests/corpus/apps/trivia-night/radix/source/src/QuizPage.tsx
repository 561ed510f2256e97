import { useEffect, useRef, useState } from 'react';
import { questions } from './places';
import { Button } from './ui/button';
import { RadioGroup, RadioGroupItem } from './ui/radio-group';
import { Progress } from './ui/progress';
import { PageHeading } from './PageHeading';

type Step = 'intro' | 'question' | 'end';

export function QuizPage() {
  const [step, setStep] = useState<Step>('intro');
  const [index, setIndex] = useState(0);
  const [picked, setPicked] = useState('');
  const [checked, setChecked] = useState(false);
  const [score, setScore] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const question = questions[index];
  const right = picked === question.right;

  // a new question or the result: start reading at its heading
  useEffect(() => {
    if (step !== 'intro') heading.current?.focus();
  }, [step, index]);

  function start() {
    setIndex(0);
    setScore(0);
    setPicked('');
    setChecked(false);
    setStep('question');
  }
  function check() {
    if (!picked) return;
    setChecked(true);
    if (right) setScore((s) => s + 1);
  }
  function next() {
    if (index + 1 === questions.length) return setStep('end');
    setIndex(index + 1);
    setPicked('');
    setChecked(false);
  }

  return (
    <>
      <PageHeading>Quiz</PageHeading>
      <section className="max-w-xl rounded-xl bg-slate-900 p-6 ring-1 ring-slate-800">
        {step === 'intro' && (
          <>
            <p className="mb-6 text-slate-300">{questions.length} questions about the world. Pick an answer, check it, go on.</p>
            <Button onClick={start}>Start quiz</Button>
          </>
        )}
        {step === 'question' && (
          <>
            <div className="mb-2 flex justify-between text-sm text-slate-300">
              <span>Question {index + 1} of {questions.length}</span>
              <span>Score: {score}</span>
            </div>
            <Progress value={index + (checked ? 1 : 0)} max={questions.length} label="Questions answered" />
            <h2 ref={heading} tabIndex={-1} id="question" className="mt-6 mb-4 text-xl font-medium">{question.text}</h2>
            <RadioGroup aria-labelledby="question" value={picked} onValueChange={setPicked} disabled={checked}>
              {question.answers.map((a, i) => (
                <div key={a} className="flex items-center gap-3">
                  <RadioGroupItem value={a} id={`answer-${i}`} />
                  <label htmlFor={`answer-${i}`} className="grow cursor-pointer py-1">{a}</label>
                </div>
              ))}
            </RadioGroup>
            <p role="status" className="mt-5 min-h-7 text-lg font-semibold">
              {checked && (right ? <span className="text-emerald-400">Correct</span> : (
                <><span className="text-rose-400">Wrong</span><span className="font-normal"> – the right answer is {question.right}.</span></>
              ))}
            </p>
            <div className="mt-3">
              {checked
                ? <Button onClick={next} autoFocus>{index + 1 === questions.length ? 'See final score' : 'Next question'}</Button>
                : <Button onClick={check} disabled={!picked}>Check answer</Button>}
            </div>
          </>
        )}
        {step === 'end' && (
          <>
            <h2 ref={heading} tabIndex={-1} className="mb-2 text-xl font-medium">Final score: {score} of {questions.length}</h2>
            <p className="mb-6 text-slate-300">{score === questions.length ? 'A true navigator!' : 'Spin the globe and try once more.'}</p>
            <Button onClick={start}>Play again</Button>
          </>
        )}
      </section>
    </>
  );
}
