" Tests the recipe for Vim with asm/t2v.s: a word that is no instruction is a problem on its line. The exit status says
" whether it is.
call append(0, '        bogus r1')
ALELint
for s:i in range(1200)
    let s:problems = ale#engine#GetLoclist(bufnr(''))
    if !empty(s:problems)
        break
    endif
    sleep 50m
endfor
if empty(s:problems) || s:problems[0].lnum != 1 || s:problems[0].text !~ '`bogus`'
    verbose echomsg 'The problems are' s:problems
    cquit
endif
qall!
