-- Tests the recipe for Neovim with asm/t2v.s open: hovering over `ldm` tells its clocks. The exit status says
-- whether it does.
local function fail(text)
    io.stderr:write(text .. "\n")
    vim.cmd("cquit")
end

local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
if not vim.wait(20000, function() return #clients() > 0 and clients()[1].initialized ~= false end, 50) then
    fail("no server is attached")
end
if vim.bo.filetype ~= "z8000" then
    fail("the file type is " .. vim.bo.filetype)
end
vim.fn.search("ldm     PLY_BEST(r1),r3,#3")
local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"), 20000)
local text = vim.inspect(answers)
if not text:find("24 clocks", 1, true) then
    fail("hovering tells " .. text)
end
vim.cmd("quitall!")
